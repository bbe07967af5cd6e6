/** The state of the rate limit according to a response. */
export interface RateLimit {
  /** Remaining requests in this window; null if the response has no such header. */
  readonly remaining: number | null
  /** When the window resets; null if the response has no such header. */
  readonly resetAt: Date | null
}

/** The metadata of a response. */
export interface Meta {
  readonly status: number
  /** X-Request-Id. Quote it when you report a problem to the operator. */
  readonly requestId: string | null
  readonly rateLimit: RateLimit
  /** How many requests this call took, including the successful one. */
  readonly attempts: number
  /** True if this is the stored answer of an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean
  /** Fields of the request that the server does not know and ignored. */
  readonly ignoredFields: readonly string[]
}

export function metaOf(response: Response, attempts: number): Meta {
  const { headers } = response
  return {
    status: response.status,
    requestId: headers.get('x-request-id'),
    rateLimit: rateLimitOf(headers),
    attempts,
    replayed: headers.get('idempotency-replayed') === 'true',
    ignoredFields:
      headers
        .get('x-ignored-fields')
        ?.split(/\s*,\s*/)
        .filter(Boolean) ?? [],
  }
}

function rateLimitOf(headers: Headers): RateLimit {
  const reset = numberIn(headers, 'x-ratelimit-reset')
  return {
    remaining: numberIn(headers, 'x-ratelimit-remaining'),
    resetAt: reset === null ? null : new Date(reset * 1000),
  }
}

function numberIn(headers: Headers, name: string): number | null {
  const number = Number(headers.get(name) || Number.NaN)
  return Number.isFinite(number) ? number : null
}
