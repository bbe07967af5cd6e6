import { DAY_MS, MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'

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

/** A stored counter. For a window, `level` is the number of requests since `at`; for a bucket, what was left at `at`. */
export interface RateRow {
  readonly key: string
  readonly level: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Counts requests in memory. `snapshot` and `restore` carry the counters over a restart. */
export interface RateCounters {
  /** Counts a request of `subject` against all `limits`, or against none when one of them refuses. */
  take(subject: string, limits: readonly Limit[]): RateLimitStatus
  /** The same without counting. */
  peek(subject: string, limits: readonly Limit[]): RateLimitStatus
  /** Every counter that has not expired. */
  snapshot(): RateRow[]
  /** Adds the counters of an earlier process. Counters that exist here are kept. */
  restore(rows: readonly RateRow[]): void
}

interface Counter {
  level: number
  at: number
  /** When the counter expires. */
  until: number
}

/** Shown as remaining when there is no limit. */
const UNLIMITED = 1_000_000
const SWEEP_EVERY_MS = MINUTE_MS

export function createRateCounters({ clock }: { clock: Clock }): RateCounters {
  const counters = new Map<string, Counter>()
  let sweptAt = 0

  function sweep(now: number) {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    for (const [key, { until }] of counters) if (until <= now) counters.delete(key)
  }

  function evaluate(subject: string, limits: readonly Limit[], cost: 0 | 1): RateLimitStatus {
    const now = clock.now().getTime()
    if (limits.length === 0) return limitStatus(true, UNLIMITED, nextMinute(now), 0)
    sweep(now)

    const states = limits.map((limit) => measure(limit, counters.get(`${limit.name}:${subject}`), now))
    const waitMs = Math.max(...states.map((state) => state.waitMs))
    if (waitMs === 0 && cost === 1) {
      for (const state of states) {
        state.spend()
        counters.set(`${state.limit.name}:${subject}`, state.counter)
      }
    }
    const tightest = states.reduce((a, b) => (b.remaining() < a.remaining() ? b : a))
    return limitStatus(waitMs === 0, tightest.remaining(), tightest.resetAtMs(), waitMs)
  }

  return {
    take: (subject, limits) => evaluate(subject, limits, 1),
    peek: (subject, limits) => evaluate(subject, limits, 0),
    snapshot() {
      const now = clock.now().getTime()
      return [...counters].filter(([, { until }]) => until > now).map(([key, { level, at }]) => ({ key, level, at }))
    },
    restore(rows) {
      // The row does not say when it expires. A day is the longest window, and the next request knows the right time.
      for (const { key, level, at } of rows)
        if (!counters.has(key)) counters.set(key, { level, at, until: at + DAY_MS })
    },
  }
}

function measure(limit: Limit, known: Counter | undefined, now: number) {
  return limit.kind === 'window' ? inWindow(limit, known, now) : inBucket(limit, known, now)
}

function inWindow(limit: Extract<Limit, { kind: 'window' }>, known: Counter | undefined, now: number) {
  const length = limit.seconds * 1000
  const start = now - (now % length)
  const counter: Counter = { level: known?.at === start ? known.level : 0, at: start, until: start + length }
  return {
    limit,
    counter,
    waitMs: counter.level < limit.max ? 0 : counter.until - now,
    spend: () => {
      counter.level += 1
    },
    remaining: () => Math.max(0, limit.max - counter.level),
    resetAtMs: () => counter.until,
  }
}

function inBucket(limit: Extract<Limit, { kind: 'bucket' }>, known: Counter | undefined, now: number) {
  const perMs = limit.perMinute / MINUTE_MS
  const level = known ? Math.min(limit.size, known.level + Math.max(0, now - known.at) * perMs) : limit.size
  const counter: Counter = { level, at: now, until: now }
  const untilLevel = (wanted: number) => Math.max(0, (wanted - counter.level) / perMs)
  return {
    limit,
    counter,
    waitMs: level >= 1 ? 0 : untilLevel(1),
    spend: () => {
      counter.level -= 1
      counter.until = now + untilLevel(limit.size)
    },
    remaining: () => Math.floor(counter.level),
    resetAtMs: () => now + untilLevel(Math.min(limit.size, Math.floor(counter.level) + 1)),
  }
}

const limitStatus = (allowed: boolean, remaining: number, resetAtMs: number, waitMs: number): RateLimitStatus => ({
  allowed,
  remaining,
  resetAt: Math.ceil(resetAtMs / 1000),
  retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
})

const nextMinute = (now: number) => now - (now % MINUTE_MS) + MINUTE_MS
