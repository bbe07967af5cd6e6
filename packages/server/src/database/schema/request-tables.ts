export interface IdempotencyKeysTable {
  account_id: string
  key: string
  fingerprint: string
  state: 'running' | 'done'
  /** The process that carries the request out. Where that process is gone, the request died with it. */
  owner: string
  /** JSON of the reply; of a reply that carried a secret, only the id of what was made, if it named one. */
  body: string | null
  created_at: string
}

/** Rate counters, which are kept in memory and saved now and then, so that a restart does not forget them. */
export interface RateCountersTable {
  key: string
  level: number
  /** Milliseconds since 1970. */
  at: number
}
