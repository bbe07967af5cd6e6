/** A fixed window of `seconds`, aligned to the clock, or a bucket of `size` refilled at `perMinute`. */
export type Limit =
  | { readonly kind: 'window'; readonly name: string; readonly seconds: number; readonly max: number }
  | { readonly kind: 'bucket'; readonly name: string; readonly size: number; readonly perMinute: number }

/** The state of a limit after a request. */
export interface RateLimitStatus {
  readonly allowed: boolean
  /** Whole requests left now, by the tightest limit. */
  readonly remaining: number
  /** Unix seconds at which `remaining` next grows. */
  readonly resetAt: number
  /** Seconds until a refused request would be allowed, rounded up; 0 when it was allowed. */
  readonly retryAfterSeconds: number
}

/** Counts requests. The adapters are `memory-rate-counters.ts`, for one process, and `shared-rate-counters.ts`, for several. */
export interface RateCounters {
  /** Counts a request of `subject` against all `limits`, or against none when one of them refuses. */
  take(subject: string, limits: readonly Limit[]): RateLimitStatus | Promise<RateLimitStatus>
  /** The same without counting, as far as this process knows. It is for headers, and costs neither a write nor a round trip. */
  peek(subject: string, limits: readonly Limit[]): RateLimitStatus
}

/** A stored counter. For a window, `level` is the number of requests since `at`; for a bucket, what was left at `at`. */
export interface RateRow {
  readonly key: string
  readonly level: number
  /** Milliseconds since 1970. */
  readonly at: number
}

export const counterKey = (limit: Limit, subject: string): string => `${limit.name}:${subject}`
