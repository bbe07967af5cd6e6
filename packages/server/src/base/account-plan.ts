/** An account: the owner of things, with its limits. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly plan: Plan
  readonly role: 'customer' | 'admin'
  /** Whether an operator has disabled it, so that no credential opens it. */
  readonly disabled: boolean
  /** Requests per minute and per day of an Enterprise account; null is unlimited. */
  readonly customPerMinute: number | null
  readonly customPerDay: number | null
}

export const PLANS = ['Free', 'Starter', 'Growth', 'Pro', 'Enterprise'] as const
export type Plan = (typeof PLANS)[number]
