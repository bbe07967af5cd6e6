import { CLAIMED_PRIORITIES, type Priority } from '../run-priority.ts'

/** A priority comes first once after this many runs of higher priorities. */
const MAX_PASSED_OVER = 7

/**
 * Orders the priorities for the next claim: the highest first, except that priorities that were passed over too often come
 * before all others, the highest of them first. So a stream of callers never keeps other runs waiting forever.
 *
 * Each priority is counted separately: a large batch that had its turn does not use up the turn of a job.
 */
export function createStarvationGuard() {
  const passedOver = new Map<Priority, number>()
  const isDue = (priority: Priority) => (passedOver.get(priority) ?? 0) >= MAX_PASSED_OVER

  return {
    order: (): readonly Priority[] => [
      ...CLAIMED_PRIORITIES.filter(isDue),
      ...CLAIMED_PRIORITIES.filter((priority) => !isDue(priority)),
    ],

    /**
     * Records which run was started. Priorities that were searched before it had no waiting runs, so they were not passed
     * over.
     *
     * @param priority undefined when nothing was found
     * @param searched in this order
     */
    started(priority: Priority | undefined, searched: readonly Priority[]): void {
      const served = priority === undefined ? searched : searched.slice(0, searched.indexOf(priority) + 1)
      for (const each of CLAIMED_PRIORITIES) {
        if (served.includes(each)) passedOver.set(each, 0)
        else if (priority !== undefined && each < priority) passedOver.set(each, (passedOver.get(each) ?? 0) + 1)
      }
    },
  }
}
