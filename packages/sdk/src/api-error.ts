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
} from './errors.ts'
import { NO_RATE_LIMIT, rateLimitOf } from './meta.ts'

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

/** The error an unsuccessful answer stands for. `body` is its parsed JSON, or its text. */
export function apiErrorOf(response: Response, body: unknown, attempts: number, now: number): APIError {
  const { status, headers } = response
  const { code, message, ...fields } = errorObject(body)
  const failure = {
    status,
    code: typeof code === 'string' ? code : status === 422 ? 'invalid' : `http_${status}`,
    message: typeof message === 'string' ? message : sentence(response, body),
    requestId: headers.get('x-request-id'),
    attempts,
    body,
    rateLimit: rateLimitOf(headers),
    retryAfterMs: retryAfter(headers, now),
    docsUrl: typeof fields.docs_url === 'string' ? fields.docs_url : null,
    details: camelCased(fields),
  }
  const Type = (status === 402 ? BY_CODE[failure.code] : BY_STATUS[status]) ?? (status >= 500 ? ServerError : APIError)
  return new Type(failure)
}

/** A file the server would refuse, refused here with the server's own code before anything is sent. */
export const refusedHere = (code: string, message: string): BadRequestError =>
  new BadRequestError({
    status: 400,
    code,
    message,
    requestId: null,
    attempts: 0,
    body: null,
    rateLimit: NO_RATE_LIMIT,
    retryAfterMs: null,
    docsUrl: null,
    details: {},
  })

/** Retry-After in milliseconds, from seconds or an HTTP date; null when there is none. */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim()
  if (!text) return null
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  if (Number.isNaN(date)) return null
  // Measured by the server's own clock where it shows it, so that a skewed clock here is not early.
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, date - (Number.isNaN(sent) ? now : sent))
}

function errorObject(body: unknown): Record<string, unknown> {
  const error = (body as { error?: unknown } | null)?.error
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
}

function sentence({ status, statusText }: Response, body: unknown): string {
  const detail = (body as { detail?: { loc: unknown[]; msg: string }[] } | null)?.detail
  if (Array.isArray(detail)) return detail.map(({ loc, msg }) => `${[loc].flat().join('.')} ${msg}`).join('; ')
  return `The server answered ${status} ${statusText}`.trimEnd()
}

const camelCased = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
