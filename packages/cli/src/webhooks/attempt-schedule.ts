/** Seconds between the end of an attempt and the start of the next, as in the service. */
const DELAYS_SECONDS = [0, 5, 30, 120, 600, 1800, 3600] as const

/** The schedule of the service, the same a hundred times faster, or a single attempt. */
export type Schedule = 'real' | 'fast' | 'once'

export const SCHEDULES = ['real', 'fast'] as const

/** Milliseconds before each attempt. */
export const delaysOf = (schedule: Schedule): readonly number[] =>
  schedule === 'once' ? [0] : DELAYS_SECONDS.map((seconds) => seconds * (schedule === 'real' ? 1000 : 10))
