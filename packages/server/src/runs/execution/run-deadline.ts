import type { ProgressReport } from '../../operations/operation-works.ts'
import type { Refusal } from './run-settlement.ts'

/** Work that keeps making progress may take this long in all. */
const LONGEST_SECONDS = 3_600

/**
 * Stops work that makes no progress for `seconds`, or takes more than an hour in all. So a hung decoder is stopped soon, and
 * slow work on a busy machine is finished, although the caller has stopped waiting for it.
 *
 * @param seconds the deadline of the operation
 */
export function createDeadline(seconds: number) {
  const controller = new AbortController()
  let timers: NodeJS.Timeout[] = []
  let furthest = Number.NEGATIVE_INFINITY
  let reason: Refusal | undefined
  let begun: number | undefined

  const stopWith = (refusal: Refusal) => () => {
    reason = refusal
    controller.abort()
  }

  return {
    signal: controller.signal,
    /** Why the work was stopped; undefined while it was not. */
    reason: () => reason,
    /** The work begins: time spent waiting for a thread does not count. */
    begin(): void {
      begun = performance.now()
      timers = [
        setTimeout(stopWith(noProgress(seconds)), seconds * 1000),
        setTimeout(stopWith(tooLong), LONGEST_SECONDS * 1000),
      ]
    },
    /** The work says how far it is. Only getting further counts. */
    progress({ current }: Pick<ProgressReport, 'current'>): void {
      if (current <= furthest) return
      furthest = current
      timers[0]?.refresh()
    },
    /** Seconds of work so far, 0 before it begins. */
    elapsed: (): number => (begun === undefined ? 0 : (performance.now() - begun) / 1000),
    end(): void {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const noProgress = (seconds: number): Refusal => ({
  code: 'deadline_exceeded',
  message: `The work made no progress within ${seconds} seconds and was stopped. Nothing was charged.`,
})

const tooLong: Refusal = {
  code: 'deadline_exceeded',
  message: `The work did not end within ${LONGEST_SECONDS / 60} minutes and was stopped. Nothing was charged.`,
}
