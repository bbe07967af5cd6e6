import { HOUR_SECONDS } from './durations.ts'

/** Every error code of the API with its HTTP status. A new error is a new line here. */
export const ERROR_STATUS = {
  bad_json: 400,
  bad_request: 400,
  image_url_invalid: 400,
  image_url_blocked: 400,
  image_unreachable: 400,
  image_too_large: 400,
  unsupported_image: 400,
  image_unreadable: 400,
  result_too_large: 400,
  subject_not_found: 400,
  area_empty: 400,
  nothing_to_fill_from: 400,
  mask_aspect: 400,
  platform_unknown: 400,
  platform_format: 400,
  instruction_refused: 400,
  content_refused: 400,
  weights_not_one: 400,
  glyph_missing: 400,
  copy_does_not_fit: 400,
  pdf_unreadable: 400,
  password_weak: 400,
  password_wrong: 400,
  token_invalid: 400,
  url_not_allowed: 400,
  transaction_invalid: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  over_budget: 402,
  email_not_verified: 403,
  account_disabled: 403,
  scope_missing: 403,
  storage_quota: 403,
  admin_only: 403,
  link_expired: 403,
  platform_forbids_generated: 403,
  preview_used: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  job_finished: 409,
  idempotency_in_flight: 409,
  already_done: 409,
  revoked: 409,
  key_inactive: 409,
  limit_reached: 409,
  webhook_disabled: 409,
  guest_claimed: 409,
  endpoint_retired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  invalid: 422,
  rate_limited: 429,
  monthly_limit: 429,
  headers_too_large: 431,
  internal_error: 500,
  engine_unavailable: 503,
  engine_failed: 503,
  overloaded: 503,
  storage_full: 503,
  storage_unavailable: 503,
  not_configured: 503,
  provider_unavailable: 503,
  deadline_exceeded: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** One violation of the document, as in the `detail` of a 422. */
export interface Violation {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** An error for the caller. Any other error is a bug, and becomes a plain 500. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Further fields of the reply, in snake_case. The /v1 family converts them to camelCase. */
    readonly fields: Readonly<Record<string, unknown>> = {},
    /** Retry-After in seconds. The reply rounds it up. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message)
    this.status = ERROR_STATUS[code]
  }
}

/** The caller decides how many violations there are, and a longer list helps nobody. */
const MAX_VIOLATIONS = 50

/** The request does not fit the document. Lists every violation at once, or the first fifty and how many more there are. */
export class InvalidRequest extends ServiceError {
  readonly detail: readonly Violation[]

  constructor(found: readonly Violation[]) {
    const shown = found.slice(0, MAX_VIOLATIONS)
    const left = found.length - shown.length
    const detail =
      left > 0 ? [...shown, { loc: ['body'], msg: `has ${left} more violations`, type: 'more_violations' }] : shown
    super('invalid', detail.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; '))
    this.detail = detail
  }
}

export const accountDisabled = () =>
  new ServiceError(
    'account_disabled',
    'This account was disabled by the operator of this server. Its data is kept. Ask the operator to enable it.',
  )

export const notFound = (what: string) => new ServiceError('not_found', `There is no such ${what}.`)

export const keyReused = () =>
  new InvalidRequest([
    {
      loc: ['header', 'Idempotency-Key'],
      msg: 'was used for another request in the last 24 hours; use a new key',
      type: 'idempotency_key_reused',
    },
  ])

/** Error codes of the system, SQLite and PostgreSQL (53100) on a full disk. Over a quota, SQLite only reports a failed write. */
const FULL = /^(53100|ENOSPC|EDQUOT|EROFS|SQLITE_FULL|SQLITE_IOERR_WRITE|SQLITE_IOERR_SHMSIZE|SQLITE_READONLY(_\w+)?)$/

export const storageFull = () =>
  new ServiceError(
    'storage_full',
    'The disk of the server is full. Nothing was charged. The operator has to free some space.',
  )

/** Not `storage_full`, which says that nothing of anybody can be stored. */
export const noRoomForVisitors = () =>
  new ServiceError(
    'overloaded',
    'There is no room for more photos of visitors at the moment. Nothing was stored. Sign in with a verified account, or try again later.',
    {},
    HOUR_SECONDS,
  )

export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'storage_full' || FULL.test(String(error.code)))

/** Turns an error of a full disk into `storage_full`. Any other error is returned as it is. */
export const orStorageFull = (error: unknown): unknown =>
  isStorageFull(error) && !(error instanceof ServiceError) ? Object.assign(storageFull(), { cause: error }) : error

/** The store of the pictures does not work. The reason is for the log: it names hosts and settings. */
export const storageUnavailable = (cause: unknown) =>
  Object.assign(
    new ServiceError(
      'storage_unavailable',
      'The storage of the server does not respond. Nothing was charged. Try again in a moment.',
      {},
      STORAGE_RETRY_SECONDS,
    ),
    { cause },
  )

const STORAGE_RETRY_SECONDS = 30

export const insufficientCredits = (required: number, available: number, upgradeUrl: string) =>
  new ServiceError(
    'insufficient_credits',
    `This needs ${required} ${required === 1 ? 'credit' : 'credits'} and ${available} ${available === 1 ? 'is' : 'are'} left.`,
    { required_credits: required, available_credits: available, upgrade_url: upgradeUrl },
  )

/**
 * The work takes longer than allowed, or longer than a call waits. `retryable: false` tells clients that repeat a 5xx on their own
 * that this brings nothing.
 *
 * @param jobId The job as which the work goes on, if it does.
 */
export const deadlineExceeded = (message: string, deadlineSeconds: number, jobId?: string) =>
  new ServiceError('deadline_exceeded', message, {
    deadline_seconds: deadlineSeconds,
    retryable: false,
    ...(jobId !== undefined && { job_id: jobId }),
  })

/** The error that a failed run stored, to be thrown to its waiting caller. */
export const errorFromRow = (code: string | null, message: string | null): ServiceError =>
  code !== null && code in ERROR_STATUS
    ? new ServiceError(code as ErrorCode, message ?? 'The work failed.')
    : new ServiceError('internal_error', 'Something went wrong on our side.')
