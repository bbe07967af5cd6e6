import type { Database } from '../database/database-schema.ts'

/** The tables whose rows belong to an account. */
export type OwnedTable = {
  [Table in keyof Database]: 'account_id' extends keyof Database[Table] ? Table : never
}[keyof Database]

interface OwnedRows<Row> {
  /** The column that tells the rows of an account apart. */
  readonly key: keyof Row & string
  /** The name of the file in an export; null when the rows are of no use to their owner. */
  readonly file: string | null
  /** Columns that an export leaves out: secrets, and what only the server understands. */
  readonly without?: readonly (keyof Row & string)[]
  /** Columns with JSON. */
  readonly json?: readonly (keyof Row & string)[]
  /** `apart`: other rows or files hang on them, so that they are erased by code of their own. */
  readonly erased: 'rows' | 'apart'
}

/** How the rows of each table are exported and erased. The compiler asks for every table with an `account_id`. */
export const OWNED_TABLES: { readonly [Table in OwnedTable]: OwnedRows<Database[Table]> } = {
  account_settings: { key: 'account_id', file: 'settings', json: ['formats'], erased: 'rows' },
  sessions: { key: 'id', file: 'sessions', erased: 'rows' },
  api_keys: { key: 'id', file: 'api-keys', without: ['hash'], json: ['scopes'], erased: 'rows' },
  email_tokens: { key: 'hash', file: null, erased: 'rows' },
  mailings: { key: 'kind', file: 'mailings', erased: 'rows' },
  identities: { key: 'issuer', file: 'identities', erased: 'rows' },
  sign_in_codes: { key: 'hash', file: null, erased: 'rows' },
  email_preferences: { key: 'account_id', file: 'email-preferences', erased: 'rows' },
  letters: {
    key: 'id',
    file: 'letters',
    without: ['contents', 'lease_owner', 'lease_until'],
    // Letters to its address have to go as well, and the files of letters in the outbox.
    erased: 'apart',
  },
  idempotency_keys: { key: 'key', file: null, erased: 'rows' },
  monthly_usage: { key: 'month', file: 'monthly-usage', erased: 'rows' },
  credit_entries: { key: 'id', file: 'credit-entries', erased: 'apart' },
  runs: {
    key: 'id',
    file: 'runs',
    json: ['params', 'outcome'],
    without: ['lease_owner', 'lease_until', 'progress', 'priority', 'run_at'],
    erased: 'apart',
  },
  uploads: { key: 'id', file: 'uploads', without: ['link_exp'], erased: 'apart' },
  webhook_endpoints: {
    key: 'id',
    file: 'webhook-endpoints',
    json: ['events'],
    without: ['secret', 'previous_secret'],
    erased: 'apart',
  },
  events: { key: 'id', file: 'events', json: ['body'], erased: 'rows' },
  projects: { key: 'id', file: 'projects', without: ['session_id'], json: ['configuration'], erased: 'rows' },
  guests: { key: 'id', file: 'guests', without: ['own_account_id'], json: ['moved'], erased: 'rows' },
  growth_consents: { key: 'account_id', file: 'usage-consent', erased: 'rows' },
  growth_events: { key: 'event_id', file: 'usage-events', json: ['properties'], erased: 'rows' },
  account_jobs: { key: 'id', file: null, erased: 'apart' },
}

export const OWNED_NAMES = Object.keys(OWNED_TABLES) as OwnedTable[]
