/** What an account has set, besides its language, which is `accounts.locale`. Null where it has set nothing, so that the defaults apply. */
export interface AccountSettingsTable {
  account_id: string
  timezone: string | null
  preset: string | null
  /** JSON array. */
  formats: string | null
  output_format: string | null
  updated_at: string
}

export type AccountJobKind = 'export' | 'deletion'

/** Durable work about a whole account. */
export interface AccountJobsTable {
  id: string
  account_id: string
  kind: AccountJobKind
  state: 'waiting' | 'done' | 'failed'
  /** Of a deletion, the address of the account, which the account itself has no longer. */
  email: string | null
  /** Attempts that have started. */
  attempts: number
  /** Not before this time. */
  run_at: string
  lease_owner: string | null
  lease_until: string | null
  created_at: string
  finished_at: string | null
  /** When the archives of an export are removed. */
  expires_at: string | null
}

/** The archives of an export, numbered from 1. */
export interface ExportArchivesTable {
  job_id: string
  number: number
  blob: string
  bytes: number
}
