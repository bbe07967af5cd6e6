import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/durations.ts'

/** The wait before each attempt, counted from the end of the previous one. */
export const DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
]

/**
 * The time of the next attempt; undefined after the last one.
 *
 * @param attempts How many have ended.
 * @param options.test A sample is sent once.
 */
export function nextAttemptAt(attempts: number, endedAt: Date, { test }: { test: boolean }): Date | undefined {
  const delay = test ? undefined : DELAYS_MS[attempts]
  return delay === undefined ? undefined : new Date(endedAt.getTime() + delay)
}
