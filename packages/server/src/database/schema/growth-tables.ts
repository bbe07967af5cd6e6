/** Whether an account lets the app record how it is used. Without a row it does not. */
export interface GrowthConsentsTable {
  account_id: string
  consented: 0 | 1
  /** The id that the app used before there was an account. */
  anonymous_id: string | null
  updated_at: string
}

/** One thing that an app has observed, of an account that consents. */
export interface GrowthEventsTable {
  account_id: string
  /** Unique within the account. */
  event_id: string
  name: string
  /** JSON object. */
  properties: string
  occurred_at: string
  received_at: string
}
