import type { Account } from '../base/account-plan.ts'
import type { Schemas } from '../contract/index.ts'

/** What an app shows of the signed-in person. */
export interface UserFacts {
  readonly account: Account
  readonly name: string | null
  readonly businessName: string | null
  readonly credits: number
  readonly createdAt: string
}

/** The signed-in person in the words of the contract. */
export const userView = ({ account, name, businessName, credits, createdAt }: UserFacts): Schemas['User'] => ({
  id: account.id,
  email: account.email,
  email_verified: account.emailVerified,
  name,
  business_name: businessName,
  subscription_plan: account.plan,
  credits,
  is_admin: account.role === 'admin',
  created_at: createdAt,
})
