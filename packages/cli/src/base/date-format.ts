/** The day of a time, `2026-11-21`; empty if there is none. */
export const formatDay = (time: string | null | undefined): string => time?.slice(0, 10) ?? ''

/** A time to the minute in UTC, `2026-11-21 10:04 UTC`; empty if there is none. */
export const formatMinute = (time: string | null | undefined): string =>
  time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : ''
