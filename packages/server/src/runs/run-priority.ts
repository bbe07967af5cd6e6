/**
 * Of two waiting runs, the one with the higher priority starts first, whichever account owns it. Equal priorities take
 * turns.
 */
export const PRIORITY = {
  /** A caller waits for the reply. */
  waiting: 2,
  /** It is polled as a job. */
  job: 1,
  /** It is an item of a batch. */
  item: 0,
  /** It is a batch, which is never claimed. */
  batch: -1,
} as const

/** The priorities of runs that are claimed, the highest first. */
export const CLAIMED_PRIORITIES = [PRIORITY.waiting, PRIORITY.job, PRIORITY.item] as const

export type Priority = (typeof CLAIMED_PRIORITIES)[number]
