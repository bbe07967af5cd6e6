/** When the service sends an event: seconds after the end of the attempt before. */
const DELAYS_SECONDS = [0, 5, 30, 120, 600, 1800, 3600] as const

/** As the service keeps it, a hundredth of that, or one attempt alone. */
export type Schedule = 'real' | 'fast' | 'once'

export const SCHEDULES = ['real', 'fast'] as const

/** Milliseconds before each attempt. */
export const delaysOf = (schedule: Schedule): readonly number[] =>
  schedule === 'once' ? [0] : DELAYS_SECONDS.map((seconds) => seconds * (schedule === 'real' ? 1000 : 10))
