import type { Generated } from 'kysely'

/** A letter on its way, and what became of it. */
export interface LettersTable {
  id: string
  /** Null for a person without an account. */
  account_id: string | null
  /** The form of the website that caused it; null for all other letters. */
  lead_id: Generated<string | null>
  recipient: string
  kind: string
  /** A BCP 47 tag, as the account or the form has it. */
  locale: string
  /** Encrypted JSON; see `mail/letter-contents.ts`. Null before the letter is prepared, and after it has ended. */
  contents: string | null
  state: 'waiting' | 'sent' | 'given_up' | 'cancelled'
  /** The number of attempts that have ended. */
  attempts: number
  /** Null when the letter has ended. */
  next_attempt_at: string | null
  lease_owner: string | null
  lease_until: string | null
  /** The letter is not sent after this time, because its link has stopped working. */
  expires_at: string | null
  /** Why the last attempt failed. */
  last_error: string | null
  created_at: string
  ended_at: string | null
}

/** What is known of an address beyond its account. */
export interface MailAddressesTable {
  /** SHA-256 of the address, hex. */
  hash: string
  /** When marketing to it was ended. */
  unsubscribed_at: string | null
  /** Letters in a row that its mail server refused for good. */
  refusals: number
  refused_at: string | null
}

/** Letters that strangers caused to a mailbox. */
export interface LetterCountsTable {
  /** HMAC-SHA256 of the mailbox, base64url. */
  hash: string
  /** The UTC day of the last one, and how many there were on it. */
  day: string
  letters: number
  /** JSON: when the last letter of each kind was due, in milliseconds. */
  latest: string
}

/** Addresses whose readers have confirmed marketing in a letter, with or without an account. */
export interface SubscribersTable {
  address: string
  newsletter: number
  offers: number
  /** A BCP 47 tag, as the form named it; empty when it named none. */
  locale: string
  confirmed_at: string
}

/** Which optional letters an account receives. Without a row, the defaults of `mail/preference-repository.ts` hold. */
export interface EmailPreferencesTable {
  account_id: string
  newsletter: number
  offers: number
  product_updates: number
  credit_alerts: number
  webhook_alerts: number
  updated_at: string
}
