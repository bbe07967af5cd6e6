import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import { type Counter, type LimitState, measure, statusOf, unlimited, waitOf } from './limit-state.ts'
import { counterKey, type Limit, type RateCounters, type RateLimitStatus, type RateRow } from './rate-counters.ts'

/** One counter of a request, for a store that knows nothing of windows and buckets. */
export interface CounterRequest {
  readonly key: string
  /** What a request adds to the level. The result must be from 0 to `max`, or the request is refused. */
  readonly step: 1 | -1
  readonly max: number
  /** What the level gains in each millisecond, up to `max`. */
  readonly gainPerMs: number
  /** An earlier time of the counter means that it starts again. */
  readonly since: number
  /** The time and the level of a counter that starts now. */
  readonly at: number
  readonly fresh: number
}

/** Counters that several processes share. */
export interface RateStore {
  /**
   * Counts a request in all of the counters or in none, in one atomic step.
   *
   * @param times `latest`: a counter of a later time starts again.
   * @returns The counters as they were before, in any order, and whether the request was counted.
   */
  take(
    wanted: readonly CounterRequest[],
    times: { readonly now: number; readonly latest: number },
  ): Promise<{ readonly rows: readonly RateRow[]; readonly taken: boolean }>
}

/**
 * Processes whose clocks differ by less than this count in the same windows, those of the clock that is ahead. A counter that
 * is further ahead was written by a clock that was wrong.
 */
const MAX_AHEAD_MS = HOUR_MS
const SWEEP_EVERY_MS = MINUTE_MS

/**
 * Counts requests in a store that several processes share, with one round trip for each request, whatever the number of
 * its limits. The last known counters are kept in memory. They answer `peek`, which may lag behind the other processes, and
 * refuse without a round trip: others only count further, so a refusal of this process is right until its time is over.
 */
export function sharedRateCounters({ store, clock }: { store: RateStore; clock: Clock }): RateCounters {
  const lastKnown = new Map<string, Counter>()
  let sweptAt = 0

  function sweep(now: number) {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    for (const [key, { until }] of lastKnown) if (until <= now) lastKnown.delete(key)
  }

  const known = (subject: string, limits: readonly Limit[], now: number): LimitState[] =>
    limits.map((limit) => {
      const counter = lastKnown.get(counterKey(limit, subject))
      return measureAhead(limit, counter && counter.at <= now + MAX_AHEAD_MS ? counter : undefined, now)
    })

  const statusNow = (states: readonly LimitState[]) => statusOf(states, waitOf(states))

  return {
    async take(subject, limits): Promise<RateLimitStatus> {
      const now = clock.now().getTime()
      if (limits.length === 0) return unlimited(now)
      sweep(now)
      const before = known(subject, limits, now)
      if (waitOf(before) > 0) return statusNow(before)

      const wanted = limits.map((limit) => requestFor(limit, subject, now))
      const { rows, taken } = await store.take(wanted, { now, latest: now + MAX_AHEAD_MS })
      const found = new Map(rows.map((row) => [row.key, row]))
      const states = limits.map((limit) => measureAhead(limit, found.get(counterKey(limit, subject)), now))
      for (const state of states) {
        if (taken) state.spend()
        lastKnown.set(counterKey(state.limit, subject), state.counter)
      }
      return statusOf(states, taken ? 0 : Math.max(1, waitOf(states)))
    },

    peek(subject, limits) {
      const now = clock.now().getTime()
      return limits.length === 0 ? unlimited(now) : statusNow(known(subject, limits, now))
    },
  }
}

/** Measures by the clock that is ahead: this one, or that of the process that has counted last. */
const measureAhead = (limit: Limit, counter: Pick<RateRow, 'level' | 'at'> | undefined, now: number): LimitState =>
  measure(limit, counter, Math.max(now, counter?.at ?? 0))

function requestFor(limit: Limit, subject: string, now: number): CounterRequest {
  const key = counterKey(limit, subject)
  if (limit.kind === 'bucket') {
    const { size, perMinute } = limit
    return { key, step: -1, max: size, gainPerMs: perMinute / MINUTE_MS, since: 0, at: now, fresh: size }
  }
  const start = now - (now % (limit.seconds * 1000))
  return { key, step: 1, max: limit.max, gainPerMs: 0, since: start, at: start, fresh: 0 }
}
