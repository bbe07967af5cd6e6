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
  /** When the provider said so, by its clock; null where it does not say when. What it said before that changes nothing. */
  refunded_as_of: string | null
  /** Credits that were taken back for it. */
  taken_back: number
  /** Counts the changes of `taken_back`, so that each is booked once. */
  changes: number
  created_at: string
  /** The payment of which this is another name, and which has the account and the credits. Null for a payment itself. */
  same_as: string | null
}

/** An address of the billing portal, which opens once. */
export interface PortalSessionsTable {
  /** SHA-256 of its token, hex. */
  hash: string
  account_id: string
  /** Where the page leads back to. */
  return_url: string | null
  expires_at: string
}

/** What a provider of payments has sent, before and after it was worked on. */
export interface InboundEventsTable {
  id: string
  receiver: PurchaseSource
  /** The provider's id of the event, or the hash of its body where it has none. Unique within the receiver. */
  event_key: string
  /** The exact bytes, base64; empty once they are cleared. */
  body: string
  /** `waiting`: it is about an account that is not known yet. */
  state: 'received' | 'booked' | 'ignored' | 'waiting' | 'failed'
  /** What was booked, or why nothing was. */
  note: string | null
  attempts: number
  received_at: string
  settled_at: string | null
  /** The account that its content is about, as long as the content is there. */
  account_id: string | null
  /** What tells whose it is, once that is known: an app account token or a transaction id. */
  waits_for: string | null
  /** When it is booked again by itself; null for never. */
  next_try_at: string | null
  cleared_at: string | null
}
