import type { Clock } from '../base/ports.ts'
import type { CreditLedger } from '../credits/credit-ledger.ts'
import type { Db } from '../database/open-database.ts'
import type { PurchaseSource } from '../database/schema/purchase-tables.ts'
import { lock } from '../database/transaction-lock.ts'
import type { EventLog } from '../events/log/event-log.ts'
import { purchaseRepository } from './purchase-repository.ts'

export interface Payment {
  readonly accountId: string
  readonly source: PurchaseSource
  readonly transactionId: string
  readonly productId: string | null
  readonly credits: number
}

/** What a provider says about paying back. */
export interface Refund {
  readonly source: PurchaseSource
  readonly transactionId: string
  /** What was paid back until now, 0 to 1. */
  readonly share: number
  /** When the provider said so. What it said before that changes nothing. */
  readonly asOf?: Date | undefined
  /** Whether a smaller share than before is old news, from a provider that never takes a refund back. */
  readonly onlyMore?: boolean
}

/** What became of a payment. `other_account`: another account has its credits, and nothing was booked. */
export type Bought = 'granted' | 'already_granted' | 'other_account'

export type PurchaseBooks = ReturnType<typeof createPurchaseBooks>

const MILLION = 1_000_000

interface Dependencies {
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly events: Pick<EventLog, 'append'>
}

/**
 * Payments in the ledger. Providers report them more than once, late and out of order; whatever they send, the credits of a
 * payment are added once, and taken back as far as it was paid back. Every method takes the transaction of its cause.
 */
export function createPurchaseBooks({ clock, ledger, events }: Dependencies) {
  /** Takes back, or gives back, what the share that was paid back asks for. Holds by the lock on the account. */
  const settleRefund = async (tx: Db, source: PurchaseSource, transactionId: string): Promise<number> => {
    const purchase = await purchaseRepository(tx, source).find(transactionId)
    if (!purchase?.account_id) return 0
    const { account_id: accountId, credits, refunded_ppm, taken_back: before, changes } = purchase
    const due = Math.round((credits * refunded_ppm) / MILLION)
    if (due === before) return 0
    if (!(await purchaseRepository(tx, source).setTakenBack(transactionId, due, changes))) return 0
    const reference = `${source}:${transactionId}:${changes + 1}`
    const booked = { accountId, credits: Math.abs(due - before), reference }
    if (due > before) await ledger.takeBack(tx, { ...booked, note: 'Purchase refunded' })
    else await ledger.grant(tx, { ...booked, note: 'Refund reversed' })
    return due - before
  }

  /** Adds a payment without an account, unless it is known. */
  const addUnclaimed = (tx: Db, source: PurchaseSource, transactionId: string): Promise<void> =>
    purchaseRepository(tx, source).add({
      ...{ transaction_id: transactionId, account_id: null, product_id: null, credits: 0 },
      ...{ refunded_ppm: 0, refunded_as_of: null, created_at: clock.now().toISOString() },
    })

  return {
    /** Adds the credits of a payment, once. A refund that came first is settled at once. */
    async buy(tx: Db, { accountId, source, transactionId, productId, credits }: Payment): Promise<Bought> {
      await lock(tx, 'accounts', accountId)
      const purchases = purchaseRepository(tx, source)
      await addUnclaimed(tx, source, transactionId)
      if (!(await purchases.claim(transactionId, { accountId, productId, credits }))) {
        const known = await purchases.find(transactionId)
        return known?.account_id === accountId ? 'already_granted' : 'other_account'
      }
      const reference = `${source}:${transactionId}`
      const balance = await ledger.grant(tx, { accountId, credits, reference, kind: 'purchase' })
      const data = { credits: { amount: credits, balance, source, transactionId } }
      await events.append(tx, { accountId, type: 'credit.purchased', data })
      await settleRefund(tx, source, transactionId)
      return 'granted'
    },

    /**
     * Notes the share of a payment that was paid back until now, 0 to 1, and takes its credits back; for a smaller share than
     * before, gives them back. A payment that is not known yet is taken back as soon as it is.
     *
     * @returns The credits that this call took back; negative for those that it gave back.
     */
    async refund(tx: Db, refund: Refund): Promise<number> {
      const { source, transactionId, share, asOf, onlyMore = false } = refund
      if (!(share >= 0 && share <= 1)) throw new RangeError(`${share} of a payment cannot be paid back`)
      const purchases = purchaseRepository(tx, source)
      await addUnclaimed(tx, source, transactionId)
      const accountId = (await purchases.find(transactionId))?.account_id
      if (accountId) await lock(tx, 'accounts', accountId)
      await purchases.setRefunded(transactionId, {
        refunded_ppm: Math.round(share * MILLION),
        refunded_as_of: asOf?.toISOString() ?? null,
        onlyMore,
      })
      // Read after the row was changed, which waits for whoever gives it another name.
      const sameAs = (await purchases.find(transactionId))?.same_as
      return sameAs ? this.refund(tx, { ...refund, transactionId: sameAs }) : settleRefund(tx, source, transactionId)
    },

    /** Makes an id another name of a payment. `settleNames` settles what was paid back under it before. */
    async addName(tx: Db, source: PurchaseSource, name: string, transactionId: string): Promise<void> {
      if (name === transactionId) return
      await addUnclaimed(tx, source, name)
      await purchaseRepository(tx, source).setSameAs(name, transactionId)
    },

    /** Takes back what was paid back under the other names of a payment. */
    async settleNames(tx: Db, source: PurchaseSource, transactionId: string): Promise<void> {
      for (const { refunded_ppm, refunded_as_of } of await purchaseRepository(tx, source).namesOf(transactionId)) {
        const when = refunded_as_of === null ? { onlyMore: true } : { asOf: new Date(refunded_as_of) }
        await this.refund(tx, { source, transactionId, share: refunded_ppm / MILLION, ...when })
      }
    },

    /** The payment that an id names. */
    paymentOf: async (tx: Db, source: PurchaseSource, name: string): Promise<string> =>
      (await purchaseRepository(tx, source).find(name))?.same_as ?? name,

    /** The account that has the credits of a payment. */
    async accountOf(tx: Db, source: PurchaseSource, transactionId: string): Promise<string | undefined> {
      const purchase = await purchaseRepository(tx, source).find(transactionId)
      return purchase?.same_as ? this.accountOf(tx, source, purchase.same_as) : (purchase?.account_id ?? undefined)
    },
  }
}
