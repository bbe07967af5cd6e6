import { type Catalogue, type Product, productIn } from '../../base/plans/plan-catalogue.ts'
import type { Clock } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { SubscriptionState } from '../../database/schema/subscription-tables.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { BookedEvent } from '../inbound/inbound-events.ts'
import type { PurchaseBooks } from '../purchase-books.ts'
import { storeIdentifierRepository } from '../store-identifier-repository.ts'
import type { SubscriptionBooks } from '../subscription-books.ts'
import { subscriptionRepository } from '../subscription-repository.ts'
import type { RenewalInfo, Transaction } from './appstore-verifier.ts'

/** What the store says about a transaction at a moment. */
export interface StoreReport {
  readonly transaction: Transaction
  readonly renewal?: RenewalInfo | undefined
  /** Of its subscription, as the store numbers it. */
  readonly status?: number | undefined
  readonly statedAt: Date
  /** Whether it says that the store gave the money back, or took it again. */
  readonly refund?: 'refunded' | 'reversed' | undefined
}

/** A transaction that can be booked. */
interface Sold {
  readonly product: Product
  /** Its id and that of its first period in the books. */
  readonly id: string
  readonly originalId: string
  readonly credits: number
  readonly start: Date
  /** Of a subscription. */
  readonly end: Date
}

/** What a transaction did. */
interface Booked extends BookedEvent {
  /** Whether credits were granted by this call. */
  readonly isNew?: boolean
  /** Whether it belongs to another account than the one that shows it. Then nothing was booked. */
  readonly isOthers?: boolean
}

export type AppstoreBooks = ReturnType<typeof createAppstoreBooks>

const source = 'appstore'
/** The store sells at most ten at once. */
const MAX_QUANTITY = 100
/** The store gives percentages in thousandths. */
const WHOLE = 100_000
const STATES: Readonly<Record<number, SubscriptionState>> = {
  1: 'active',
  2: 'expired',
  3: 'billing_retry',
  4: 'grace',
  5: 'revoked',
}

/** Books what a verified transaction of the app store says, whichever way it came. */
export function createAppstoreBooks(deps: {
  readonly clock: Clock
  readonly books: PurchaseBooks
  readonly subscriptions: SubscriptionBooks
  readonly catalogue: Catalogue
}) {
  const { clock, books, subscriptions, catalogue } = deps

  /** What a transaction bought, or why nothing can be booked for it. */
  const soldBy = (transaction: Transaction): Sold | { readonly fault: string } => {
    const { transactionId, originalTransactionId = transactionId, productId, quantity = 1 } = transaction
    const { purchaseDate, expiresDate } = transaction
    if (!transactionId || !originalTransactionId || !productId) return { fault: 'it names no transaction or product' }
    const product = productIn(catalogue, productId)
    if (!product) return { fault: `the product ${productId} is not in the catalogue of this server` }
    if (transaction.inAppOwnershipType === 'FAMILY_SHARED')
      return { fault: 'a family member shares it; its credits belong to the account of whoever bought it' }
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY)
      return { fault: `its quantity ${quantity} is not from 1 to ${MAX_QUANTITY}` }
    const [start, end] = [new Date(purchaseDate ?? Number.NaN), new Date(expiresDate ?? Number.NaN)]
    if (product.plan !== null && !(end > start)) return { fault: 'it is a subscription without a period' }
    const [id, originalId] = [bookId(transaction, transactionId), bookId(transaction, originalTransactionId)]
    return { product, id, originalId, credits: product.credits * quantity, start, end }
  }

  const applyState = (tx: Db, sold: Sold, report: StoreReport, accountId: string | undefined) => {
    const { product, id, originalId, credits, start, end } = sold
    const { transaction, renewal, status = 0, statedAt, refund } = report
    const lapsed = end <= clock.now() ? 'expired' : 'active'
    const isRevoked = refund !== 'reversed' && (refund === 'refunded' || transaction.revocationDate !== undefined)
    const graceUntil = renewal?.gracePeriodExpiresDate
    return subscriptions.apply(tx, {
      source,
      subscriptionId: originalId,
      accountId,
      productId: product.id,
      plan: product.plan ?? 'Free',
      state: isRevoked ? 'revoked' : (STATES[status] ?? lapsed),
      willRenew: renewal?.autoRenewStatus !== 0,
      graceUntil: graceUntil === undefined ? undefined : new Date(graceUntil),
      period: { start, end, credits, transactionId: id },
      statedAt,
    })
  }

  /** Holds by the lock on the subscription. */
  const isEarlier = async (tx: Db, { originalId, start }: Sold): Promise<boolean> => {
    const id = `${source}:${originalId}`
    await lock(tx, 'subscriptions', id)
    const known = await subscriptionRepository(tx).byId(id)
    return known !== undefined && known.period_start > start.toISOString()
  }

  const bookRefund = async (tx: Db, sold: Sold, report: StoreReport): Promise<BookedEvent> => {
    const { status, refund, statedAt, transaction } = report
    // A refund leaves a subscription that goes on as it is, and so does everything about an earlier period.
    const goesOn = refund === 'refunded' && (status === 1 || status === 3 || status === 4)
    if (sold.product.plan !== null && !goesOn && !(await isEarlier(tx, sold)))
      await applyState(tx, sold, report, undefined)
    const part = (transaction.revocationPercentage ?? WHOLE) / WHOLE
    const share = refund === 'reversed' ? 0 : part > 0 && part < 1 ? part : 1
    const taken = await books.refund(tx, { source, transactionId: sold.id, share, asOf: statedAt })
    const accountId = await books.accountOf(tx, source, sold.id)
    return { state: 'booked', note: `${taken} credits taken back`, accountId }
  }

  return {
    soldBy,

    /**
     * Books a transaction for the account that it names by its token, or for the one that shows it.
     *
     * @param claimant The account that shows it. It must be the named one, if one is named.
     */
    async book(tx: Db, report: StoreReport, claimant?: string): Promise<Booked> {
      const { transaction } = report
      const sold = soldBy(transaction)
      if ('fault' in sold) return { state: 'ignored', note: sold.fault }
      if (report.refund !== undefined) return bookRefund(tx, sold, report)
      const token = tokenOf(transaction)
      const identifiers = storeIdentifierRepository(tx)
      const named = token && (await identifiers.accountOf({ kind: 'app_account_token', value: token }))
      const accountId = claimant ?? named ?? (await books.accountOf(tx, source, sold.id))
      const others = { state: 'booked', note: 'another account has it', accountId, isOthers: true } as const
      if (named !== undefined && named !== accountId) return others
      let [note, isNew] = ['', false]
      if (sold.product.plan !== null) {
        const { outcome, credits, accountId: owner } = await applyState(tx, sold, report, accountId)
        if (outcome === 'other_account') return others
        isNew = credits > 0
        note = owner === null ? 'its account is not known yet' : `${credits} credits: ${outcome}`
      } else if (accountId === undefined) {
        const waitsFor = token ?? `${source}:${sold.originalId}`
        return { state: 'waiting', note: 'its account is not known yet', waitsFor }
      } else {
        const { id: transactionId, credits, product } = sold
        const bought = await books.buy(tx, { accountId, source, transactionId, productId: product.id, credits })
        if (bought === 'other_account') return others
        isNew = bought === 'granted'
        note = `${credits} credits: ${bought}`
      }
      // After the locks of the books, because the new row takes one on the account.
      if (token && claimant && !named) await identifiers.add(claimant, { kind: 'app_account_token', value: token })
      return { state: 'booked', note, accountId, isNew }
    },
  }
}

export const tokenOf = ({ appAccountToken }: Transaction): string | undefined => appAccountToken?.toLowerCase()

/** The environments number their transactions apart. */
const bookId = ({ environment }: Transaction, id: string): string => (environment === 'Sandbox' ? `sandbox:${id}` : id)
