import type { Generated } from 'kysely'
import type { Plan } from '../base/account-plan.ts'
import type { ErrorCode } from '../base/service-error.ts'

// Migrations make the tables; this file describes them, for every database alike.
/** Every table, as Kysely sees it: ids and ISO-8601 UTC times are text, flags are 0 or 1, JSON is text. */
export interface Database {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  sessions: SessionsTable
  email_tokens: EmailTokensTable
  attempts: AttemptsTable
  mailings: MailingsTable
  credit_entries: CreditEntriesTable
  monthly_usage: MonthlyUsageTable
  runs: RunsTable
  run_images: RunImagesTable
  workers: WorkersTable
  uploads: UploadsTable
  events: EventsTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  idempotency_keys: IdempotencyKeysTable
  blob_garbage: BlobGarbageTable
  rate_counters: RateCountersTable
}

export interface AccountsTable {
  id: string
  /** Lower case. */
  email: string
  email_verified_at: string | null
  password_hash: string | null
  name: string | null
  business_name: string | null
  /** When the newsletter and offers were agreed to. */
  marketing_consent_at: string | null
  plan: Plan
  role: 'customer' | 'admin'
  custom_per_minute: number | null
  custom_per_day: number | null
  /** Sum of the account's ledger, changed in the transaction of every entry. */
  balance: number
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
  /** The key that a rotation put in its place. */
  replaced_by: string | null
}

export interface SessionsTable {
  id: string
  account_id: string
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface EmailTokensTable {
  /** SHA-256 of the token, hex. */
  hash: string
  account_id: string
  purpose: 'verify' | 'reset'
  created_at: string
  expires_at: string
  used_at: string | null
  /** Where the link that was used had been sent from. */
  source: string | null
}

/** Failures to sign in, in a row, of an account or a caller. */
export interface AttemptsTable {
  subject: string
  failures: number
  last_at: string
  wait_until: string | null
}

/** When an account was last sent a kind of mail that strangers can cause. */
export interface MailingsTable {
  account_id: string
  kind: string
  sent_at: string
  /** How many on the UTC day of `sent_at`. */
  sent_that_day: number
}

export type LedgerKind = 'grant' | 'purchase' | 'hold' | 'charge' | 'release' | 'refund' | 'adjust'

export interface CreditEntriesTable {
  id: Generated<number>
  account_id: string
  kind: LedgerKind
  /** What the entry does to the available balance. */
  amount: number
  /** What it is about: a charge changes nothing (amount 0) of the credits held before. */
  credits: number
  /** The account's balance right after. */
  balance_after: number
  /** With kind, unique: replaying anything books nothing twice. */
  reference: string
  note: string | null
  created_at: string
}

/** What an account used in a month, counted along so that no page has to add up a ledger. */
export interface MonthlyUsageTable {
  account_id: string
  /** UTC month, `2026-11`. */
  month: string
  /** Photos through /v1, those in the making included. */
  photos: number
  /** Charges less refunds. */
  credits: number
}

export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'revoked'

export interface RunsTable {
  id: string
  /** Integer name of the run, for the mobile family. */
  serial: Generated<number>
  account_id: string
  operation: string
  /** Through which family it came: v1, api, mobile, queue. */
  door: string
  params: string
  state: RunState
  credits: number
  attempts: number
  /** Its priority; see `runs/run-priority.ts`. */
  priority: number
  lease_owner: string | null
  lease_until: string | null
  run_at: string
  progress: string | null
  /** JSON of what the work found beside its pictures: engine, warnings, recipe. */
  outcome: string | null
  error_code: ErrorCode | null
  error_message: string | null
  /** Idempotency-Key that started it; cleared when it fails, so that a repeat may try again. */
  request_key: string | null
  /** UTC month whose photo allowance it took from; null where none is counted. */
  photo_month: string | null
  /** The batch it is an item of, and its place there from 0; null where it is none. */
  parent_id: string | null
  place: number | null
  /** How many items it consists of; null where it is work itself. */
  items: number | null
  /** What a provider calls the work it was given, so that a later attempt asks for that instead of giving it again. */
  provider_task: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  deleted_at: string | null
}

export interface RunImagesTable {
  run_id: string
  role: 'original' | 'output'
  /** square, portrait … for outputs; the position for originals. */
  name: string
  position: number
  blob: string
  mime: string
  width: number
  height: number
  bytes: number
}

/** The processes that work on runs, as they last said. */
export interface WorkersTable {
  /** The `lease_owner` of what it works on. */
  id: string
  status: 'online' | 'draining'
  threads: number
  busy: number
  last_seen_at: string
}

export interface UploadsTable {
  id: string
  account_id: string
  sha256: string
  blob: string
  mime: string
  width: number
  height: number
  bytes: number
  created_at: string
  expires_at: string
  /** Unix seconds until which the link handed out last is good. */
  link_exp: number
}

export interface EventsTable {
  id: string
  account_id: string
  type: string
  /** The exact bytes every delivery sends. */
  body: string
  created_at: string
}

/** Where an account's events are sent. */
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
  /** Sealed; see `events/sealed.ts`. */
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
  last_success_at: string | null
  last_failure_at: string | null
  /** The first failure since the last success; null while all is well. */
  failing_since: string | null
  /** The first failure since the last success or pause of a few hours. */
  tried_since: string | null
  created_at: string
  updated_at: string
}

/** One event on its way to one endpoint. */
export interface WebhookDeliveriesTable {
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  test: number
  state: 'pending' | 'delivered' | 'dead'
  /** 1, and one more each time that it is sent again by hand. */
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

export interface IdempotencyKeysTable {
  account_id: string
  key: string
  fingerprint: string
  state: 'running' | 'done'
  /** The process that runs it; another one here means that it died. */
  owner: string
  /** JSON text of the reply; of a reply that carried a secret only the id of what was made, if it named one. */
  body: string | null
  created_at: string
}

export interface BlobGarbageTable {
  blob: string
  due_at: string
}

/** Requests counted in memory, written down now and then so that a restart does not forget them. */
export interface RateCountersTable {
  key: string
  level: number
  /** Milliseconds since 1970. */
  at: number
}
