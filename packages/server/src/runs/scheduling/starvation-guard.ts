import { CLAIMED_PRIORITIES, type Priority } from '../run-priority.ts'

/** So many more urgent runs may begin before one that is passed over, so that a stream of callers keeps nothing waiting for good. */
const MOST_PASSED = 7

/**
 * In which order priorities are looked for: the most urgent first, except those that were passed over too often, which come
 * before, again the most urgent of them first. Each is passed over for itself: a large batch that had its turn does not
 * stand for a job that had none.
 */
export function createStarvationGuard() {
  const passed = new Map<Priority, number>()
  const isDue = (priority: Priority) => (passed.get(priority) ?? 0) >= MOST_PASSED

  return {
    order: (): readonly Priority[] => [
      ...CLAIMED_PRIORITIES.filter(isDue),
      ...CLAIMED_PRIORITIES.filter((priority) => !isDue(priority)),
    ],

    /** Notes what was begun, or that there was nothing. @param looked in this order; where it came last, the others were not found */
    begun(priority: Priority | undefined, looked: readonly Priority[]): void {
      const inVain = priority === undefined ? looked : looked.slice(0, looked.indexOf(priority) + 1)
      for (const each of CLAIMED_PRIORITIES) {
        if (inVain.includes(each)) passed.set(each, 0)
        else if (priority !== undefined && each < priority) passed.set(each, (passed.get(each) ?? 0) + 1)
      }
    },
  }
}
