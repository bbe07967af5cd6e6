/** What is left of the rate limit, as the last answer said. */
export interface RateLimit {
  /** Requests left in this window; null when the answer did not say. */
  readonly remaining: number | null
  /** When the window starts anew; null when the answer did not say. */
  readonly resetAt: Date | null
}

/** What an answer says beside its body. */
export interface Meta {
  readonly status: number
  /** X-Request-Id: quote it when asking the operator about a call. */
  readonly requestId: string | null
  readonly rateLimit: RateLimit
  /** How many requests this call took, the successful one included. */
  readonly attempts: number
  /** True when the answer is the stored one of an earlier call with the same Idempotency-Key. */
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
