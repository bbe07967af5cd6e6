import type { Plan } from '../../base/account-plan.ts'
import type { PurchaseSource } from './purchase-tables.ts'

export type SubscriptionState = 'active' | 'grace' | 'billing_retry' | 'expired' | 'revoked'

/** What was last said about a subscription. */
export interface SubscriptionsTable {
  /** The source with the provider's id of the subscription, such as the original transaction id: `appstore:2000000`. */
  id: string
  /** `operator`: a plan that the operator gave, which renews by the timetable. */
  source: PurchaseSource | 'operator'
  /** Null until it is known whose it is: notifications may come first. */
  account_id: string | null
  product_id: string | null
  plan: Plan
  state: SubscriptionState
  /** The day and time from which months are counted. */
  anchored_at: string
  period_start: string
  /** Null for a plan without an end. */
  period_end: string | null
  will_renew: 0 | 1
  grace_until: string | null
  /** When the provider said it. What it said before that changes nothing. */
  stated_at: string
  /** When the timetable renews or ends it, unless the provider says otherwise before; null for never. */
  due_at: string | null
}

/** One paid period of a subscription, whose credits are granted once. */
export interface SubscriptionPeriodsTable {
  subscription_id: string
  /** In whole seconds, because providers round differently. Unique within the subscription. */
  period_start: string
  period_end: string
  /** The payment in `purchases`. */
  transaction_id: string
  product_id: string | null
  credits: number
  /** Whether it was paid back. */
  is_revoked: 0 | 1
  stated_at: string
}

/** What stores and providers know an account by. */
export interface StoreIdentifiersTable {
  kind: 'app_account_token' | 'subscriber_id'
  /** Unique within the kind. */
  value: string
  account_id: string
}
