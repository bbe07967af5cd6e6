/**
 * How urgent a run is: of two, the higher one is begun first, whoever's they are. Among equals accounts take turns
 * (`turns.ts`).
 */
export const PRIORITY = {
  /** Somebody waits for the answer. */
  waiting: 2,
  /** It is polled. */
  job: 1,
  /** One of many pictures of a batch. */
  item: 0,
  /** Never claimed: it only holds its items together. */
  batch: -1,
} as const

/** The most urgent first. */
export const CLAIMED_PRIORITIES = [PRIORITY.waiting, PRIORITY.job, PRIORITY.item] as const

export type Priority = (typeof CLAIMED_PRIORITIES)[number]
