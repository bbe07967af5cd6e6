import { DAY_MS, MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import { type Counter, measure, statusOf, unlimited, waitOf } from './limit-state.ts'
import { counterKey, type Limit, type RateCounters, type RateLimitStatus, type RateRow } from './rate-counters.ts'

export interface MemoryRateCounters extends RateCounters {
  take(subject: string, limits: readonly Limit[]): RateLimitStatus
  /** Every counter that has not expired. */
  snapshot(): RateRow[]
  /** Forgets what was counted for a subject. */
  forget(subject: string): void
  /** Adds the counters of an earlier process. Counters that exist here are kept. */
  restore(rows: readonly RateRow[]): void
}

const SWEEP_EVERY_MS = MINUTE_MS

/** Counts requests in memory, for a single process. `snapshot` and `restore` carry the counters over a restart. */
export function memoryRateCounters({ clock }: { clock: Clock }): MemoryRateCounters {
  const counters = new Map<string, Counter>()
  let sweptAt = 0

  function sweep(now: number) {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    for (const [key, { until }] of counters) if (until <= now) counters.delete(key)
  }

  function evaluate(subject: string, limits: readonly Limit[], cost: 0 | 1): RateLimitStatus {
    const now = clock.now().getTime()
    if (limits.length === 0) return unlimited(now)
    sweep(now)

    const states = limits.map((limit) => measure(limit, counters.get(counterKey(limit, subject)), now))
    const waitMs = waitOf(states)
    if (waitMs === 0 && cost === 1) {
      for (const state of states) {
        state.spend()
        counters.set(counterKey(state.limit, subject), state.counter)
      }
    }
    return statusOf(states, waitMs)
  }

  return {
    take: (subject, limits) => evaluate(subject, limits, 1),
    peek: (subject, limits) => evaluate(subject, limits, 0),
    snapshot() {
      const now = clock.now().getTime()
      return [...counters].filter(([, { until }]) => until > now).map(([key, { level, at }]) => ({ key, level, at }))
    },
    forget(subject) {
      for (const key of counters.keys()) if (key.endsWith(`:${subject}`)) counters.delete(key)
    },
    restore(rows) {
      // The row does not say when it expires. A day is the longest window, and the next request knows the right time.
      for (const { key, level, at } of rows)
        if (!counters.has(key)) counters.set(key, { level, at, until: at + DAY_MS })
    },
  }
}
