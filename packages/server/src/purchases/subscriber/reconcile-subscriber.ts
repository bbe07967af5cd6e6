import type { StoreEnvironment } from '../../base/config/payment-settings.ts'
import { type Catalogue, productIn } from '../../base/plans/plan-catalogue.ts'
import type { Clock } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { PurchaseSource } from '../../database/schema/purchase-tables.ts'
import type { SubscriptionState } from '../../database/schema/subscription-tables.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { PurchaseBooks } from '../purchase-books.ts'
import { storeIdentifierRepository } from '../store-identifier-repository.ts'
import type { SubscriptionBooks, SubscriptionStatement } from '../subscription-books.ts'
import { subscriptionRepository } from '../subscription-repository.ts'
import type { BoughtOnce, Subscribed, Subscriber } from './subscriber-api.ts'

interface Dependencies {
  readonly clock: Clock
  readonly books: PurchaseBooks
  readonly subscriptions: SubscriptionBooks
  readonly catalogue: Catalogue
  readonly environments: readonly StoreEnvironment[]
}

export type ReconcileSubscriber = ReturnType<typeof createReconcileSubscriber>

/** What reconciling did. */
export interface Reconciled {
  /** The credits that were granted by it. */
  readonly credits: number
  /** Products that the subscriber has and the catalogue has not. */
  readonly unknown: readonly string[]
}

/**
 * Brings an account to what the provider says about its subscriber. A payment is known by its transaction in the store, so what
 * was bought in the app store is granted once, whoever reports it.
 */
export function createReconcileSubscriber(deps: Dependencies) {
  const { clock, books, subscriptions, catalogue, environments } = deps

  const isTaken = ({ is_sandbox = false }: { is_sandbox?: boolean }) =>
    environments.includes(is_sandbox ? 'sandbox' : 'production')

  const statementOf = async (
    tx: Db,
    subscriber: Subscriber,
    { accountId, productId, bought }: { accountId: string; productId: string; bought: Subscribed },
  ): Promise<SubscriptionStatement | undefined> => {
    const product = productIn(catalogue, productId)
    const [start, end] = [timeOf(bought.purchase_date), timeOf(bought.expires_date)]
    if (!product?.plan || !start || !end || end <= start || !isTaken(bought)) return undefined
    if (bought.ownership_type === 'FAMILY_SHARED') return undefined
    const { source, transactionId } = paymentOf(bought)
    // One that was moved between accounts is found by its payment.
    const known = transactionId && (await subscriptionRepository(tx).idOfPayment(source, transactionId))
    const first = timeOf(bought.original_purchase_date) ?? start
    const graceUntil = timeOf(bought.grace_period_expires_date)
    return {
      source,
      subscriptionId: known || `${subscriber.originalId ?? accountId}:${productId}:${first.toISOString()}`,
      accountId,
      isTransfer: true,
      productId,
      plan: product.plan,
      state: stateOf(bought, { end, graceUntil, now: clock.now() }),
      willRenew: !timeOf(bought.unsubscribe_detected_at),
      graceUntil,
      period: { start, end, credits: product.credits, ...(transactionId && { transactionId }) },
      // What a clock ahead of ours says would make everything after it old.
      statedAt: new Date(Math.min(subscriber.statedAt.getTime(), clock.now().getTime())),
    }
  }

  /** An answer about an earlier period is of yesterday, whenever it was given. Holds by the lock on the subscription. */
  const apply = async (tx: Db, statement: SubscriptionStatement): Promise<number> => {
    const { period } = statement
    const newest = await subscriptionRepository(tx).byId(idOf(statement))
    const isOld = newest !== undefined && newest.period_start > period.start.toISOString()
    const { credits } = await subscriptions.apply(tx, { ...statement, ...(isOld && { statedAt: period.start }) })
    return credits
  }

  const buy = async (tx: Db, accountId: string, productId: string, bought: BoughtOnce): Promise<number> => {
    const product = productIn(catalogue, productId)
    const { source, transactionId = bought.id } = paymentOf(bought)
    if (!product || product.plan !== null || !transactionId || !isTaken(bought)) return 0
    const { credits } = product
    const outcome = await books.buy(tx, { accountId, source, transactionId, productId, credits })
    return outcome === 'granted' ? credits : 0
  }

  return async (tx: Db, accountId: string, subscriber: Subscriber): Promise<Reconciled> => {
    const statements: SubscriptionStatement[] = []
    for (const [productId, bought] of Object.entries(subscriber.subscriptions)) {
      const statement = await statementOf(tx, subscriber, { accountId, productId, bought })
      if (statement) statements.push(statement)
    }
    // All before the account, and in one order, so that two transactions never wait for each other.
    statements.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
    for (const statement of statements) await lock(tx, 'subscriptions', idOf(statement))
    let credits = 0
    for (const statement of statements) credits += await apply(tx, statement)
    for (const [productId, all] of Object.entries(subscriber.once))
      for (const bought of all) credits += await buy(tx, accountId, productId, bought)
    if (subscriber.originalId !== undefined)
      await storeIdentifierRepository(tx).move(accountId, { kind: 'subscriber_id', value: subscriber.originalId })
    const all = [subscriber.subscriptions, subscriber.once].flatMap((bought) => Object.keys(bought))
    return { credits, unknown: all.filter((productId) => !productIn(catalogue, productId)) }
  }
}

const idOf = ({ source, subscriptionId }: SubscriptionStatement): string => `${source}:${subscriptionId}`

/** The payment in the books. Those of the app store are booked as the app store books them. */
function paymentOf({ store, is_sandbox, store_transaction_id }: BoughtOnce): {
  source: PurchaseSource
  transactionId?: string
} {
  if (store_transaction_id == null || store_transaction_id === '') return { source: 'subscriptions' }
  if (store !== 'app_store') return { source: 'subscriptions', transactionId: `${store}:${store_transaction_id}` }
  return { source: 'appstore', transactionId: `${is_sandbox ? 'sandbox:' : ''}${store_transaction_id}` }
}

function stateOf(
  bought: Subscribed,
  { end, graceUntil, now }: { end: Date; graceUntil: Date | undefined; now: Date },
): SubscriptionState {
  if (timeOf(bought.refunded_at)) return 'revoked'
  if (end > now) return 'active'
  if (graceUntil && graceUntil > now) return 'grace'
  return timeOf(bought.billing_issues_detected_at) && !timeOf(bought.unsubscribe_detected_at)
    ? 'billing_retry'
    : 'expired'
}

function timeOf(text: string | null | undefined): Date | undefined {
  const time = new Date(text ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time
}
