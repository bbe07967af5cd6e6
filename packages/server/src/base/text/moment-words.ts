const MINUTE_MS = 60_000

/** `21 November 2026`, of a UTC time. */
export const dayWords = (time: string | Date): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * A moment from which something can be done, in whole minutes and never too early.
 *
 * @example startWords(new Date('2026-11-21T09:04:05.678Z')) // 09:05 UTC on 21 November 2026
 */
export function startWords(time: Date): string {
  const minute = new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS)
  return `${minute.toISOString().slice(11, 16)} UTC on ${dayWords(minute)}`
}
