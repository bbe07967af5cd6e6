import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts'

/**
 * The wait before each attempt, counted from the end of the previous one. Together they are longer than four days, as RFC 5321
 * (4.5.4.1) asks of a sender. The first ones suit servers that greylist.
 */
const DELAYS_MS: readonly number[] = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  DAY_MS,
  DAY_MS,
]

export const LONGEST_DELAY_MS = DAY_MS

/** The time of the next attempt; undefined after the last one. @param attempts How many have ended. */
export function nextAttemptAt(attempts: number, endedAt: Date): Date | undefined {
  const delay = DELAYS_MS[attempts]
  return delay === undefined ? undefined : new Date(endedAt.getTime() + delay)
}
