/** Of two waiting runs the one with the higher priority is begun first, whoever owns them. Equals share in turns. */
export const PRIORITY = {
  /** A caller waits for the answer. */
  waiting: 2,
  /** It is polled as a job. */
  job: 1,
  /** It is an item of a batch. */
  item: 0,
  /** It is a batch itself, which is never claimed. */
  batch: -1,
} as const

/** The priorities of runs that are claimed, the highest first. */
export const CLAIMED_PRIORITIES = [PRIORITY.waiting, PRIORITY.job, PRIORITY.item] as const

export type Priority = (typeof CLAIMED_PRIORITIES)[number]
