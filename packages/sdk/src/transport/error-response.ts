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

/** The error an unsuccessful answer stands for. `body` is its parsed JSON, or its text. Tells the attempt its Retry-After. @param hint follows the message */
export function apiErrorOf(
  response: Response,
  body: unknown,
  attempt: Pick<Attempt, 'number' | 'retryAfterMs'>,
  now: number,
  hint = '',
): APIError {
  const { status, attempts, requestId, rateLimit } = metaOf(response, attempt.number)
  const { code, message, docs_url, docsUrl = docs_url, ...fields } = errorObject(body)
  attempt.retryAfterMs = retryAfter(response.headers, now)
  const failure = {
    status,
    code: stringOr(code, status === 422 ? 'invalid' : `http_${status}`),
    message: stringOr(message, statusMessage(response, body)) + hint,
    requestId,
    attempts,
    body,
    rateLimit,
    retryAfterMs: attempt.retryAfterMs,
    docsUrl: stringOr(docsUrl, null),
    details: camelCased(fields),
  }
  const Type = (status === 402 ? BY_CODE[failure.code] : BY_STATUS[status]) ?? (status >= 500 ? ServerError : APIError)
  return new Type(failure)
}

/** What the server would refuse, refused here before anything is sent; a file with the server's own code. */
export const localRefusal = (code: string, message: string, status = 400): APIError =>
  Object.assign(
    apiErrorOf(new Response(null, { status }), { error: { code, message } }, { number: 0, retryAfterMs: null }, 0),
    { body: null },
  )

/** Retry-After in milliseconds, from seconds or an HTTP date; null when there is none. */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Measured by the server's own clock where it shows it, so that a skewed clock here is not early.
  const ms = Date.parse(text) - (Date.parse(headers.get('date') ?? '') || now)
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function errorObject(body: unknown): Record<string, unknown> {
  const error = (body as { error?: Record<string, unknown> } | null)?.error
  return error && typeof error === 'object' ? error : {}
}

function statusMessage({ status, statusText }: Response, body: unknown): string {
  const said = violations(body).map(({ loc, msg }) => `${[loc].flat().join('.')} ${msg}`)
  return said.join('; ') || `The server answered ${status} ${statusText}`.trimEnd()
}

const camelCased = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_[a-z0-9]/g, ([, letter]) => String(letter).toUpperCase()),
      value,
    ]),
  )
