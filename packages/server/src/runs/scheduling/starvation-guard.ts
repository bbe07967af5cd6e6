import { CLAIMED, type Urgency } from '../run-priority.ts'

/** So many more urgent runs may begin before one that is passed over, so that a stream of callers keeps nothing waiting for good. */
const MOST_PASSED = 7

/**
 * In which order urgencies are looked for: the most urgent first, except those that were passed over too often, which come
 * before, again the most urgent of them first. Each is passed over for itself: a large batch that had its turn does not
 * stand for a job that had none.
 */
export function createPrecedence() {
  const passed = new Map<Urgency, number>()
  const isDue = (urgency: Urgency) => (passed.get(urgency) ?? 0) >= MOST_PASSED

  return {
    order: (): readonly Urgency[] => [...CLAIMED.filter(isDue), ...CLAIMED.filter((urgency) => !isDue(urgency))],

    /** Notes what was begun, or that there was nothing. @param looked in this order; where it came last, the others were not found */
    begun(urgency: Urgency | undefined, looked: readonly Urgency[]): void {
      const inVain = urgency === undefined ? looked : looked.slice(0, looked.indexOf(urgency) + 1)
      for (const each of CLAIMED) {
        if (inVain.includes(each)) passed.set(each, 0)
        else if (urgency !== undefined && each < urgency) passed.set(each, (passed.get(each) ?? 0) + 1)
      }
    },
  }
}
