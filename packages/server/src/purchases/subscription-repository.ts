import type { Selectable, Updateable } from 'kysely'
import type { Plan } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'
import type { PurchaseSource } from '../database/schema/purchase-tables.ts'
import type { SubscriptionPeriodsTable, SubscriptionsTable } from '../database/schema/subscription-tables.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>
export type PeriodRow = Selectable<SubscriptionPeriodsTable>

/** Subscriptions and their paid periods. Those who change one hold the lock on it. */
export const subscriptionRepository = (db: Db) => ({
  /** Adds a subscription unless it is known. Another transaction that adds the same one waits for this one. */
  async add(row: SubscriptionRow): Promise<void> {
    await db
      .insertInto('subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  byId: (id: string): Promise<SubscriptionRow | undefined> =>
    db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** The provider's id of the subscription of which a payment is. */
  async idOfPayment(source: PurchaseSource, transactionId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('subscription_periods')
      .select('subscription_id')
      .where('transaction_id', '=', transactionId)
      .where('subscription_id', 'like', `${source}:%`)
      .executeTakeFirst()
    return row?.subscription_id.slice(source.length + 1)
  },

  /** Those of an account; what ends last comes first. */
  ofAccount: (accountId: string): Promise<SubscriptionRow[]> =>
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('period_start', 'desc')
      .orderBy('id')
      .execute(),

  async change(id: string, change: Updateable<SubscriptionsTable>): Promise<void> {
    await db.updateTable('subscriptions').set(change).where('id', '=', id).execute()
  },

  async remove(id: string): Promise<void> {
    await db.deleteFrom('subscriptions').where('id', '=', id).execute()
  },

  /** The plans that an account has a right to at a time. */
  async plansOf(accountId: string, at: string): Promise<Plan[]> {
    const rows = await db
      .selectFrom('subscriptions')
      .select('plan')
      .where('account_id', '=', accountId)
      .where('state', 'in', ['active', 'grace'])
      .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '>', at), eb('source', '=', 'operator')]))
      .execute()
    return rows.map(({ plan }) => plan)
  },

  /** The ids of some that the timetable has to look at, the longest due first. */
  async due(at: string, limit: number): Promise<string[]> {
    const due = db.selectFrom('subscriptions').select('id').where('due_at', '<=', at)
    return (await due.orderBy('due_at').orderBy('id').limit(limit).execute()).map(({ id }) => id)
  },

  /** Notes a paid period. Returns it as it is stored: the one that was noted first stays. */
  async addPeriod(period: PeriodRow): Promise<PeriodRow> {
    const { subscription_id, period_start } = period
    await db
      .insertInto('subscription_periods')
      .values(period)
      .onConflict((conflict) => conflict.columns(['subscription_id', 'period_start']).doNothing())
      .execute()
    const stored = db.selectFrom('subscription_periods').selectAll()
    return stored.where((eb) => eb.and({ subscription_id, period_start })).executeTakeFirstOrThrow()
  },

  async changePeriod(
    { subscription_id, period_start }: PeriodRow,
    change: Updateable<SubscriptionPeriodsTable>,
  ): Promise<void> {
    const period = db.updateTable('subscription_periods').set(change)
    await period.where((eb) => eb.and({ subscription_id, period_start })).execute()
  },

  /** All paid periods of a subscription, the oldest first. */
  periods: (id: string): Promise<PeriodRow[]> =>
    db
      .selectFrom('subscription_periods')
      .selectAll()
      .where('subscription_id', '=', id)
      .orderBy('period_start')
      .execute(),

  /** Forgets whose the subscriptions are, and what the operator gave. Their provider may go on reporting them. */
  async detach(accountId: string): Promise<void> {
    const given = db.deleteFrom('subscriptions').where('account_id', '=', accountId)
    await given.where('source', '=', 'operator').execute()
    await db.updateTable('subscriptions').set({ account_id: null }).where('account_id', '=', accountId).execute()
  },
})
