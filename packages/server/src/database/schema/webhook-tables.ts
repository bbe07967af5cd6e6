import type { Schemas } from '../../contract/index.ts'

export interface EventsTable {
  id: string
  account_id: string
  type: string
  /** The exact bytes that every delivery sends. */
  body: string
  /** The span that its deliveries belong under, as W3C Trace Context writes it. */
  traceparent: string | null
  created_at: string
}

/** The webhook endpoints of accounts. */
export interface WebhookEndpointsTable {
  id: string
  account_id: string
  url: string
  /** JSON array of event types, or of `*` alone. */
  events: string
  description: string | null
  /** Null while it is enabled. */
  disabled_at: string | null
  disabled_reason: 'by_user' | 'no_success' | null
  /** Encrypted; see `base/secrets/secret-cipher.ts`. */
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
  last_success_at: string | null
  last_failure_at: string | null
  /** The first failure since the last success; null while the last delivery succeeded. */
  failing_since: string | null
  /** The first failure since the last success or pause of a few hours. */
  tried_since: string | null
  created_at: string
  updated_at: string
}

/** The state of a delivery. */
export type DeliveryState = Schemas['WebhookDelivery']['status']

/** The delivery of one event to one endpoint. */
export interface WebhookDeliveriesTable {
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  test: number
  state: DeliveryState
  /** 1, plus one for each redelivery by hand. */
  round: number
  /** Attempts of this round that ended. */
  attempts: number
  next_attempt_at: string | null
  lease_owner: string | null
  lease_until: string | null
  created_at: string
  delivered_at: string | null
}

export interface WebhookAttemptsTable {
  delivery_id: string
  round: number
  /** From 1 to 7 within its round. */
  number: number
  started_at: string
  duration_ms: number
  status_code: number | null
  error: string | null
  response_excerpt: string | null
}
