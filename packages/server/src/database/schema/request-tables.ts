export interface IdempotencyKeysTable {
  account_id: string
  key: string
  fingerprint: string
  state: 'running' | 'done'
  /** The process that carries the request out. If that process has died, the request has died with it. */
  owner: string
  /** JSON of the reply. If the reply carried a secret, only the id of the created object, if it has one. */
  body: string | null
  created_at: string
}

/**
 * Rate counters. On SQLite they are kept in memory and stored every few seconds, so that a restart loses only a few requests.
 * On PostgreSQL the table counts, for all processes.
 */
export interface RateCountersTable {
  key: string
  level: number
  /** Milliseconds since 1970. */
  at: number
}
