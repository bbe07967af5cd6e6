import type { Generated } from 'kysely'
import type { Plan } from '../../base/account-plan.ts'

export interface AccountsTable {
  id: string
  /** Lower case. */
  email: string
  email_verified_at: string | null
  password_hash: string | null
  name: string | null
  business_name: string | null
  /** A BCP 47 tag: the language of letters and pages. */
  locale: Generated<string>
  /** When the newsletter and offers were requested at sign-up. It counts only once the link of the letter is used. */
  marketing_consent_at: string | null
  plan: Plan
  role: 'customer' | 'admin'
  /** When an operator disabled the account; null while it may be used. */
  disabled_at: Generated<string | null>
  custom_per_minute: number | null
  custom_per_day: number | null
  /** Sum of the account's ledger, changed in the transaction of every entry. */
  balance: number
  /** Credits of refunded purchases that were spent already. The next credits settle it. */
  debt: Generated<number>
  /** Bytes of uploads and originals, changed in the transaction of every row that names one. */
  stored_bytes: Generated<number>
  created_at: string
}

export interface ApiKeysTable {
  id: string
  account_id: string
  name: string
  prefix: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  /** JSON array of scopes. */
  scopes: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  /** The key that replaced it in a rotation. */
  replaced_by: string | null
}

export interface SessionsTable {
  id: string
  account_id: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  /** The program that signed in, as it named itself. */
  user_agent: string | null
  /** To the hour. */
  last_used_at: string
}

export interface EmailTokensTable {
  /** SHA-256 of the token, hex. */
  hash: string
  account_id: string
  purpose: 'verify' | 'reset'
  created_at: string
  expires_at: string
  used_at: string | null
  /** Where the link that was used was sent from. */
  source: string | null
}

/** Consecutive failures to sign in, of an account or a caller. */
export interface AttemptsTable {
  subject: string
  failures: number
  last_at: string
  wait_until: string | null
}
