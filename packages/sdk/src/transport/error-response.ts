import { stringOr, violations } from './error-body.ts'
import type { Attempt } from './request-attempt.ts'
import { metaOf } from './response-meta.ts'
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  GoneError,
  InsufficientCreditsError,
  NotFoundError,
  OverBudgetError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './sdk-errors.ts'

const BY_STATUS: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  422: ValidationError,
  429: RateLimitError,
}

const BY_CODE: Readonly<Record<string, typeof APIError>> = {
  over_budget: OverBudgetError,
  insufficient_credits: InsufficientCreditsError,
}

/**
 * The error for an unsuccessful response. Also sets the Retry-After of the attempt.
 *
 * @param body the parsed JSON of the response, or its text
 * @param hint is appended to the message
 * @param baseUrl has the billing page for a family of endpoints that sends no `upgrade_url`
 */
export function apiErrorOf(
  response: Response,
  body: unknown,
  attempt: Pick<Attempt, 'number' | 'retryAfterMs'>,
  now: number,
  hint = '',
  baseUrl?: string,
): APIError {
  const { status, attempts, requestId, rateLimit } = metaOf(response, attempt.number)
  const { code, message, docs_url, docsUrl = docs_url, ...fields } = errorObject(body)
  attempt.retryAfterMs = retryAfter(response.headers, now)
  const failure = {
    status,
    code: stringOr(code, status === 422 ? 'invalid' : `http_${status}`),
    // The header is called maxCredits here.
    message: stringOr(message, statusMessage(response, body)).replace('X-Max-Credits', 'maxCredits') + hint,
    requestId,
    attempts,
    body,
    rateLimit,
    retryAfterMs: attempt.retryAfterMs,
    docsUrl: stringOr(docsUrl, null),
    details: {
      ...(baseUrl && code === 'insufficient_credits' && { upgradeUrl: `${baseUrl}/dashboard/billing` }),
      ...camelCased(fields),
    },
  }
  const Type = (status === 402 ? BY_CODE[failure.code] : BY_STATUS[status]) ?? (status >= 500 ? ServerError : APIError)
  return new Type(failure)
}

/** An error for a request that the server would refuse, thrown before anything is sent. A file gets the server's own code. */
export const localRefusal = (code: string, message: string, status = 400): APIError =>
  Object.assign(
    apiErrorOf(new Response(null, { status }), { error: { code, message } }, { number: 0, retryAfterMs: null }, 0),
    { body: null },
  )

/** Retry-After in milliseconds, from seconds or an HTTP date; null if there is none. */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Relative to the server's Date header if there is one, so that a skewed local clock does not retry too early.
  const ms = Date.parse(text) - (Date.parse(headers.get('date') ?? '') || now)
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function errorObject(body: unknown): Record<string, unknown> {
  const error = (body as { error?: Record<string, unknown> } | null)?.error
  return error && typeof error === 'object' ? error : {}
}

function statusMessage({ status, statusText }: Response, body: unknown): string {
  const listed = violations(body).map(({ loc, msg }) => `${[loc].flat().join('.')} ${msg}`)
  return listed.join('; ') || `The server answered ${status} ${statusText}`.trimEnd()
}

const camelCased = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_[a-z0-9]/g, ([, letter]) => String(letter).toUpperCase()),
      value,
    ]),
  )
