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

  return {
    /** Adds the credits of a payment, once. A refund that came first is settled at once. */
    async buy(tx: Db, { accountId, source, transactionId, productId, credits }: Payment): Promise<Bought> {
      await lock(tx, 'accounts', accountId)
      const purchases = purchaseRepository(tx, source)
      const at = clock.now().toISOString()
      await purchases.add({
        transaction_id: transactionId,
        account_id: null,
        product_id: productId,
        credits,
        refunded_ppm: 0,
        refunded_as_of: null,
        created_at: at,
      })
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
     * @param refund.asOf When the provider said so. What it said before that changes nothing.
     * @param refund.onlyMore Whether a smaller share than before is old news, from a provider that never takes a refund back.
     * @returns The credits that this call took back; negative for those that it gave back.
     */
    async refund(
      tx: Db,
      refund: {
        source: PurchaseSource
        transactionId: string
        share: number
        asOf?: Date | undefined
        onlyMore?: boolean
      },
    ): Promise<number> {
      const { source, transactionId, share, asOf, onlyMore = false } = refund
      if (!(share >= 0 && share <= 1)) throw new RangeError(`${share} of a payment cannot be paid back`)
      const purchases = purchaseRepository(tx, source)
      const unclaimed = { account_id: null, product_id: null, credits: 0, created_at: clock.now().toISOString() }
      await purchases.add({ ...unclaimed, transaction_id: transactionId, refunded_ppm: 0, refunded_as_of: null })
      const accountId = (await purchases.find(transactionId))?.account_id
      if (accountId) await lock(tx, 'accounts', accountId)
      const refunded_as_of = asOf?.toISOString() ?? null
      await purchases.setRefunded(transactionId, {
        refunded_ppm: Math.round(share * MILLION),
        refunded_as_of,
        onlyMore,
      })
      return settleRefund(tx, source, transactionId)
    },

    /** The account that has the credits of a payment. */
    accountOf: async (tx: Db, source: PurchaseSource, transactionId: string): Promise<string | undefined> =>
      (await purchaseRepository(tx, source).find(transactionId))?.account_id ?? undefined,
  }
}
