import { stringOr, type Violation, violations } from './error-body.ts'
import type { RateLimit } from './response-meta.ts'

export type { Violation } from './error-body.ts'

/**
 * The base class of all errors of this package. `code` is stable, for use in conditions. `message` is
 * for people and may change.
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
  /** X-Request-Id of the response; null if the client refused the call before it sent anything. */
  readonly requestId: string | null
  /** How many requests were sent; 0 if the client refused the call. */
  readonly attempts: number
  /** The unchanged body: parsed JSON, or else text. */
  readonly body: unknown
  readonly rateLimit: RateLimit
  /** Retry-After in milliseconds; null if the server sent none. */
  readonly retryAfterMs: number | null
  /** The documentation page about this code; null if the server names none. */
  readonly docsUrl: string | null
  /** The error fields other than code and message, in camelCase for both endpoint families. */
  readonly details: Readonly<Record<string, unknown>>
}

/** The server answered with an error. There is one subclass per meaning. */
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

/** 400: the server understood the request but cannot do it. `attempts` is 0 if the client refused a file. */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError'
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key is valid but may not do this. */
export class PermissionError extends APIError {
  override readonly name = 'PermissionError'
}

/** 404: the resource does not exist or belongs to another account. */
export class NotFoundError extends APIError {
  override readonly name = 'NotFoundError'
}

/** 409: the current state does not allow it. */
export class ConflictError extends APIError {
  override readonly name = 'ConflictError'
}

/** 410: the endpoint is retired; the message says what replaced it. */
export class GoneError extends APIError {
  override readonly name = 'GoneError'
}

/** 5xx: a server error that persisted after the retries. */
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
  /** The billing page. The /v1 family sends none, so it is that of the server; null for an error made without a server. */
  readonly upgradeUrl = stringOr(this.details.upgradeUrl, null)
}

/** 422: the request violates the document. Lists all violations. */
export class ValidationError extends APIError {
  override readonly name = 'ValidationError'
  readonly detail: readonly Violation[] = violations(this.body)
  /** The messages by field, e.g. `{ 'options.upscale': ['must be boolean'] }`. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>> = byField(this.detail)
}

/** 429: too many requests, or the monthly photo quota is used up. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError'
  /** Retry-After in milliseconds; 0 if the server sent none. */
  declare readonly retryAfterMs: number

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super({ ...failure, retryAfterMs: failure.retryAfterMs ?? 0 }, options)
  }
}

/**
 * The server gave no usable answer: the connection was refused, impossible or lost (`connection_failed`),
 * or the answer was a redirect (`unexpected_redirect`), a page (`unexpected_content_type`) or invalid
 * JSON (`invalid_json`).
 */
export class ConnectionError extends PlatelightError {
  override readonly name: string = 'ConnectionError'
  /** How many requests were sent. */
  attempts = 0

  constructor(
    code: string,
    message: string,
    options?: ErrorOptions,
    /** The first 200 bytes of the body, for `unexpected_content_type` and `invalid_json`. */
    readonly excerpt: string | null = null,
  ) {
    super(code, message, options)
  }
}

/** An attempt exceeded its deadline, or an upload or download stalled for that long. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'

  constructor(
    message: string,
    /** The exceeded deadline, in milliseconds. */
    readonly timeoutMs: number | null,
    options?: ErrorOptions,
  ) {
    super('timeout', message, options)
  }
}

/** The caller's `signal` aborted the call. `cause` is its reason. */
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
