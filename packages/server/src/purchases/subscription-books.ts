import type { Plan } from '../base/account-plan.ts'
import { DAY_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import type { PurchaseSource } from '../database/schema/purchase-tables.ts'
import type { SubscriptionState } from '../database/schema/subscription-tables.ts'
import { lock } from '../database/transaction-lock.ts'
import { type GivenPlans, settlePlan } from './given-plans.ts'
import type { PurchaseBooks } from './purchase-books.ts'
import { type StoreIdentifier, storeIdentifierRepository } from './store-identifier-repository.ts'
import { type PeriodRow, subscriptionRepository } from './subscription-repository.ts'

/** What a provider says about a subscription at a moment. */
export interface SubscriptionStatement {
  readonly source: PurchaseSource
  /** Its id at the provider, the same for all periods: the original transaction id of a store. */
  readonly subscriptionId: string
  /** Whose it is, if the provider or the caller says so. */
  readonly accountId?: string | undefined
  /** By which its account is found, if nobody names it; the account is known by them from then on. */
  readonly identifiers?: readonly StoreIdentifier[]
  /** Whether the provider says that it was moved to this account. Otherwise it stays with the account that has it. */
  readonly isTransfer?: boolean
  readonly productId: string
  readonly plan: Plan
  readonly state: SubscriptionState
  readonly willRenew: boolean
  readonly graceUntil?: Date | undefined
  /** The newest paid period. Without an id of its payment, its start stands for one. */
  readonly period: {
    readonly start: Date
    readonly end: Date
    readonly credits: number
    readonly transactionId?: string
  }
  /** Whether the period is paid, as it is unless this says otherwise. Credits are granted for paid ones only. */
  readonly isPaid?: boolean
  /** When the provider said it, by the provider's clock. */
  readonly statedAt: Date
}

/** What a statement changed. */
export interface AppliedStatement {
  /** Whose the subscription is now; null while nobody knows. */
  readonly accountId: string | null
  /** The credits that were granted by it. */
  readonly credits: number
  /** `stale`: something newer is known, so only credits of its period were granted. `other_account`: another account has it. */
  readonly outcome: 'applied' | 'stale' | 'other_account'
}

export type SubscriptionBooks = ReturnType<typeof createSubscriptionBooks>

/** A renewal may be reported this long after it. */
const RENEWAL_TOLERANCE_MS = DAY_MS
/** The longest grace that a store gives. */
export const GRACE_MS = 16 * DAY_MS
const DUE_AT_ONCE = 100

interface Dependencies {
  readonly db: Db
  readonly clock: Clock
  readonly books: PurchaseBooks
  readonly given: GivenPlans
}

/**
 * Subscriptions of all providers, and the plans of accounts, which follow from them. Providers report a subscription more than
 * once, late, out of order, and before its account is known; each period is granted once, and the newest statement counts.
 */
export function createSubscriptionBooks({ db, clock, books, given }: Dependencies) {
  const now = () => clock.now().toISOString()

  const grant = async (tx: Db, accountId: string, source: PurchaseSource, period: PeriodRow): Promise<number> => {
    const { transaction_id: transactionId, product_id: productId, credits } = period
    if (credits === 0) return 0
    const bought = await books.buy(tx, { accountId, source, transactionId, productId, credits })
    return bought === 'granted' ? credits : 0
  }

  /** Notes the period of a statement, and what became of its payment. */
  const notePeriod = async (tx: Db, id: string, statement: SubscriptionStatement): Promise<PeriodRow> => {
    const { source, subscriptionId, state, period, productId } = statement
    const subscriptions = subscriptionRepository(tx)
    const start = wholeSeconds(period.start)
    const stated_at = statement.statedAt.toISOString()
    const noted = await subscriptions.addPeriod({
      subscription_id: id,
      period_start: start,
      period_end: period.end.toISOString(),
      transaction_id: period.transactionId ?? `${subscriptionId}:${start}`,
      product_id: productId,
      credits: period.credits,
      is_revoked: 0,
      stated_at: '',
    })
    if (stated_at <= noted.stated_at) return noted
    const is_revoked = state === 'revoked' ? 1 : 0
    await subscriptions.changePeriod(noted, { is_revoked, stated_at })
    if (is_revoked !== noted.is_revoked)
      await books.refund(tx, { source, transactionId: noted.transaction_id, share: is_revoked })
    return noted
  }

  const settleOne = async (tx: Db, id: string): Promise<void> => {
    await lock(tx, 'subscriptions', id)
    const found = await subscriptionRepository(tx).byId(id)
    if (!found || found.due_at === null || found.due_at > now()) return
    const { account_id: accountId } = found
    if (accountId !== null) await lock(tx, 'accounts', accountId)
    if (accountId !== null && found.source === 'operator') await given.renew(tx, accountId, found)
    else await subscriptionRepository(tx).change(id, { state: 'expired', due_at: null })
    if (accountId !== null) await settlePlan(tx, accountId, now())
  }

  return {
    /**
     * Applies what a provider says: grants the credits of its period once, and sets state and plan unless something newer is
     * known. It may be called again with the same statement. Holds by locks on the subscription and its accounts.
     *
     * @example
     * await inTransaction(db, (tx) => subscriptions.apply(tx, { source: 'appstore', subscriptionId: originalTransactionId, … }))
     */
    async apply(tx: Db, statement: SubscriptionStatement): Promise<AppliedStatement> {
      const { source, subscriptionId, identifiers = [], isTransfer = false, isPaid = true } = statement
      const subscriptions = subscriptionRepository(tx)
      const named = statement.accountId ?? (await storeIdentifierRepository(tx).accountOf(...identifiers)) ?? null
      const id = `${source}:${subscriptionId}`
      await subscriptions.add({ ...rowOf(statement), id, account_id: null, stated_at: '' })
      await lock(tx, 'subscriptions', id)
      const known = await subscriptions.byId(id)
      if (!known) throw new Error(`subscription ${id} is gone`)

      const isNews = statement.statedAt.toISOString() > known.stated_at
      const isOthers = known.account_id !== null && named !== null && known.account_id !== named
      const accountId = isOthers && !(isTransfer && isNews) ? known.account_id : (named ?? known.account_id)
      const accounts = new Set([known.account_id, accountId].filter((one) => one !== null))
      for (const one of [...accounts].sort()) await lock(tx, 'accounts', one)
      if (accountId !== null && accountId !== known.account_id) await given.keep(tx, accountId)
      await subscriptions.change(id, { ...(isNews && rowOf(statement)), account_id: accountId })

      const isMoved = accounts.size === 2
      if (accountId !== null && accountId === named)
        for (const identifier of identifiers)
          await storeIdentifierRepository(tx)[isMoved ? 'move' : 'add'](accountId, identifier)

      const paid = isPaid ? [await notePeriod(tx, id, statement)] : []
      const isClaimed = known.account_id === null && accountId !== null
      let credits = 0
      for (const period of isClaimed ? await subscriptions.periods(id) : paid)
        if (accountId !== null) credits += await grant(tx, accountId, source, period)
      for (const one of accounts) await settlePlan(tx, one, now())
      const outcome = isOthers && accountId !== named ? 'other_account' : isNews ? 'applied' : 'stale'
      return { accountId, credits, outcome }
    },

    /**
     * Renews and ends what is due: a plan of the operator renews once for each month that began, however late this is called;
     * any other subscription ends if its provider says nothing. Each holds by the lock on it.
     *
     * @returns How many were due.
     * @throws the first error, after all others are done.
     */
    async settleDue(): Promise<number> {
      const ids = await subscriptionRepository(db).due(now(), DUE_AT_ONCE)
      const settled = await Promise.allSettled(ids.map((id) => inTransaction(db, (tx) => settleOne(tx, id))))
      const failed = settled.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      return ids.length
    },
  }
}

/** The columns that a statement sets. */
const rowOf = (statement: SubscriptionStatement) => {
  const { source, productId, plan, state, willRenew, graceUntil, period, statedAt } = statement
  return {
    source,
    product_id: productId,
    plan,
    state,
    anchored_at: period.start.toISOString(),
    period_start: period.start.toISOString(),
    period_end: period.end.toISOString(),
    will_renew: willRenew ? 1 : 0,
    grace_until: graceUntil?.toISOString() ?? null,
    stated_at: statedAt.toISOString(),
    due_at: lapseOf(statement)?.toISOString() ?? null,
  } as const
}

/** When a subscription ends if the provider says nothing more; null when it gives no right to its plan. */
function lapseOf({ state, willRenew, graceUntil, period }: SubscriptionStatement): Date | null {
  if (state === 'grace') return graceUntil ?? new Date(period.end.getTime() + GRACE_MS)
  if (state !== 'active') return null
  return willRenew ? new Date(period.end.getTime() + RENEWAL_TOLERANCE_MS) : period.end
}

const wholeSeconds = (at: Date): string => new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString()
