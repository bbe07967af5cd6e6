import { stringOr, type Violation, violations } from './error-body.ts'
import type { RateLimit } from './response-meta.ts'

export type { Violation } from './error-body.ts'

/**
 * Everything this package throws on purpose. `code` is stable and made for branching; `message` is
 * a sentence for a person and may change.
 */
export class PlatelightError extends Error {
  override readonly name: string = 'PlatelightError'

  declare readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    Object.assign(this, { code })
  }
}

/** What an {@link APIError} is made from. */
export interface ApiFailure {
  readonly status: number
  readonly code: string
  readonly message: string
  /** X-Request-Id of the answer; null when the refusal was made here, before anything was sent. */
  readonly requestId: string | null
  /** How many requests were sent; 0 when the refusal was made here. */
  readonly attempts: number
  /** The body as it came: parsed JSON, else text. */
  readonly body: unknown
  readonly rateLimit: RateLimit
  /** How long the server asked to wait, in milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null
  /** The page about this code, where the server names one. */
  readonly docsUrl: string | null
  /** The fields beside code and message, in camelCase whichever family answered. */
  readonly details: Readonly<Record<string, unknown>>
}

/** The server answered, and the answer was no. Its subclasses are one per meaning. */
export class APIError extends PlatelightError {
  override readonly name: string = 'APIError'
  declare readonly status: number
  declare readonly requestId: string | null
  declare readonly attempts: number
  declare readonly body: unknown
  declare readonly rateLimit: RateLimit
  declare readonly retryAfterMs: number | null
  declare readonly docsUrl: string | null
  declare readonly details: Readonly<Record<string, unknown>>

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(failure.code, failure.message, options)
    Object.assign(this, failure)
  }
}

/** 400: understood, but it cannot be done as asked. `attempts` is 0 when a file was refused here. */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError'
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key is known and may not do this. */
export class PermissionError extends APIError {
  override readonly name = 'PermissionError'
}

/** 404: no such thing, or somebody else's. */
export class NotFoundError extends APIError {
  override readonly name = 'NotFoundError'
}

/** 409: the present state forbids it. */
export class ConflictError extends APIError {
  override readonly name = 'ConflictError'
}

/** 410: the endpoint is retired; the message says what replaced it. */
export class GoneError extends APIError {
  override readonly name = 'GoneError'
}

/** 5xx: the server's fault, still there after the retries. */
export class ServerError extends APIError {
  override readonly name = 'ServerError'
}

/** 402 `over_budget`: the price is above the `maxCredits` of the call. Nothing was done. */
export class OverBudgetError extends APIError {
  override readonly name = 'OverBudgetError'
  readonly requiredCredits = Number(this.details.requiredCredits)
  readonly maxCredits = Number(this.details.maxCredits)
}

/** 402 `insufficient_credits`: the balance is below the price. Nothing was done. */
export class InsufficientCreditsError extends APIError {
  override readonly name = 'InsufficientCreditsError'
  readonly requiredCredits = Number(this.details.requiredCredits)
  readonly availableCredits = Number(this.details.availableCredits)
  /** How many credits are missing. */
  readonly shortfall = this.requiredCredits - this.availableCredits
  /** The billing page; null from the /v1 family, which sends none. */
  readonly upgradeUrl = stringOr(this.details.upgradeUrl, null)
}

/** 422: every violation of the document at once. */
export class ValidationError extends APIError {
  override readonly name = 'ValidationError'
  readonly detail: readonly Violation[] = violations(this.body)
  /** The messages by field, e.g. `{ 'options.upscale': ['must be boolean'] }`. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>> = byField(this.detail)
}

/** 429: too fast, or the photos of the month are used up. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError'
  /** Milliseconds until asking again makes sense, by Retry-After; 0 when the server did not say. */
  declare readonly retryAfterMs: number

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super({ ...failure, retryAfterMs: failure.retryAfterMs ?? 0 }, options)
  }
}

/**
 * No usable answer: refused, unreachable, cut off (`connection_failed`), a redirect
 * (`unexpected_redirect`), a page instead of JSON (`unexpected_content_type`), broken JSON (`invalid_json`).
 */
export class ConnectionError extends PlatelightError {
  override readonly name: string = 'ConnectionError'
  /** How many requests were sent. */
  attempts = 0

  constructor(
    code: string,
    message: string,
    options?: ErrorOptions,
    /** The first 200 bytes of what came instead, with `unexpected_content_type` and `invalid_json`. */
    readonly excerpt: string | null = null,
  ) {
    super(code, message, options)
  }
}

/** An attempt took longer than its deadline, or an upload or download stood still for that long. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'

  constructor(
    message: string,
    /** The deadline that passed, in milliseconds. */
    readonly timeoutMs: number | null,
    options?: ErrorOptions,
  ) {
    super('timeout', message, options)
  }
}

/** The caller's `signal` ended the call; `cause` is its reason. */
export class AbortError extends PlatelightError {
  override readonly name = 'AbortError'

  constructor(reason: unknown) {
    super('aborted', 'The call was aborted.', { cause: reason })
  }
}

function byField(detail: readonly Violation[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { loc, msg } of detail) {
    const field = loc.slice(1).join('.') || String(loc[0] ?? '')
    fields[field] = [...(fields[field] ?? []), msg]
  }
  return fields
}
