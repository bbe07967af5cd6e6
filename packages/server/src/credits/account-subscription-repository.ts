import type { Account } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'
import type { SubscriptionState } from '../database/schema/subscription-tables.ts'

export interface AccountSubscription {
  readonly state: SubscriptionState
  /** When its period ends; null for a plan without an end, or after it. */
  readonly endsAt: string | null
  readonly renews: boolean
}

/** The subscriptions of accounts, as their answers show them. */
export const accountSubscriptionRepository = (db: Db) => ({
  /** The subscription that gives the account its plan, or else the newest of those that ended. */
  async current({ id, plan }: Account, at: string): Promise<AccountSubscription | undefined> {
    const rows = await db
      .selectFrom('subscriptions')
      .select(['plan', 'state', 'period_end', 'will_renew', 'grace_until', 'due_at'])
      .where('account_id', '=', id)
      .orderBy('period_start', 'desc')
      .orderBy('id')
      .execute()
    const isOn = ({ state }: { state: SubscriptionState }) => state === 'active' || state === 'grace'
    const found = rows.find((row) => isOn(row) && row.plan === plan) ?? rows.find((row) => !isOn(row))
    if (!found) return undefined
    const { state, period_end, will_renew, grace_until } = found
    const endsAt = state === 'grace' ? (grace_until ?? period_end) : period_end
    return {
      state,
      endsAt: endsAt !== null && isOn(found) && endsAt > at ? endsAt : null,
      renews: !isOn(found) || will_renew === 1,
    }
  },
})
