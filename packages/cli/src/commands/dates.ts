/** The day of a time, `2026-11-21`; empty when there is none. */
export const day = (time: string | null | undefined): string => time?.slice(0, 10) ?? ''
