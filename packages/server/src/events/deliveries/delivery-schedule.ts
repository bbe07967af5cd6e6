import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts'

const SECOND_MS = 1_000

/** How long each attempt waits after the end of the previous one. */
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
 * When a delivery is tried again; undefined when that was its last attempt.
 *
 * @param attempts How many have ended.
 * @param options.test A sample is sent once.
 */
export function nextAttemptAt(attempts: number, endedAt: Date, { test }: { test: boolean }): Date | undefined {
  const delay = test ? undefined : DELAYS_MS[attempts]
  return delay === undefined ? undefined : new Date(endedAt.getTime() + delay)
}
