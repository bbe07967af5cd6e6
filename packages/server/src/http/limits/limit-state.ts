import { MINUTE_MS } from '../../base/durations.ts'
import type { Limit, RateLimitStatus, RateRow } from './rate-counters.ts'

/** A counter in memory. */
export interface Counter extends Pick<RateRow, 'at'> {
  level: number
  /** When the counter expires. */
  until: number
}

/** Shown as remaining when there is no limit. */
const UNLIMITED = 1_000_000

/** The state of one limit at a time. */
export type LimitState = ReturnType<typeof measure>

/** @param known The counter as it was stored last. */
export function measure(limit: Limit, known: Pick<RateRow, 'level' | 'at'> | undefined, now: number) {
  return limit.kind === 'window' ? inWindow(limit, known, now) : inBucket(limit, known, now)
}

function inWindow(
  limit: Extract<Limit, { kind: 'window' }>,
  known: Pick<RateRow, 'level' | 'at'> | undefined,
  now: number,
) {
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

function inBucket(
  limit: Extract<Limit, { kind: 'bucket' }>,
  known: Pick<RateRow, 'level' | 'at'> | undefined,
  now: number,
) {
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

/** The longest wait of several limits; 0 when all of them allow the request. */
export const waitOf = (states: readonly LimitState[]): number => Math.max(...states.map(({ waitMs }) => waitMs))

/** What a caller is told: the tightest of the limits, and how long a refusal lasts. */
export function statusOf(states: readonly LimitState[], waitMs: number): RateLimitStatus {
  const tightest = states.reduce((a, b) => (b.remaining() < a.remaining() ? b : a))
  return limitStatus(waitMs === 0, tightest.remaining(), tightest.resetAtMs(), waitMs)
}

/** The status without any limit. */
export const unlimited = (now: number): RateLimitStatus =>
  limitStatus(true, UNLIMITED, now - (now % MINUTE_MS) + MINUTE_MS, 0)

const limitStatus = (allowed: boolean, remaining: number, resetAtMs: number, waitMs: number): RateLimitStatus => ({
  allowed,
  remaining,
  resetAt: Math.ceil(resetAtMs / 1000),
  retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
})
