/** Where credits are bought. */
export type PurchaseSource = 'appstore' | 'subscriptions' | 'cardpay' | 'regionalpay'

/** One payment, with the credits that it bought. */
export interface PurchasesTable {
  source: PurchaseSource
  /** Its id at the store or provider. Unique within the source. */
  transaction_id: string
  /** Null until an account has claimed it: its refund may arrive first. */
  account_id: string | null
  product_id: string | null
  credits: number
  /** The share of the payment that was paid back, in millionths. */
  refunded_ppm: number
  /** Credits that were taken back for it. */
  taken_back: number
  /** Counts the changes of `taken_back`, so that each is booked once. */
  changes: number
  created_at: string
}

/** What a provider of payments has sent, before and after it was worked on. */
export interface InboundEventsTable {
  id: string
  receiver: PurchaseSource
  /** The provider's id of the event, or the hash of its body where it has none. Unique within the receiver. */
  event_key: string
  /** The exact bytes, base64. */
  body: string
  state: 'received' | 'booked' | 'ignored' | 'failed'
  /** What was booked, or why nothing was. */
  note: string | null
  attempts: number
  received_at: string
  settled_at: string | null
}
