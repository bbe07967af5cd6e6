import { HOUR_SECONDS, MINUTE_SECONDS } from '../../base/durations.ts'
import type { ProgressReport } from '../../operations/define-work.ts'
import type { Refusal } from './run-settlement.ts'

/** The limit for work that keeps making progress. */
const MAX_SECONDS = HOUR_SECONDS

export type RunDeadline = ReturnType<typeof createDeadline>

/**
 * Stops work that makes no progress for `seconds`, or that takes more than an hour in total. So a hung decoder is stopped
 * soon, and slow work on a busy machine is finished even if its caller no longer waits.
 *
 * @param seconds the deadline of the operation
 */
export function createDeadline(seconds: number) {
  const controller = new AbortController()
  let timers: NodeJS.Timeout[] = []
  let furthest = { current: Number.NEGATIVE_INFINITY, answers: 0 }
  let reason: Refusal | undefined
  let startedAt: number | undefined

  const stopWith = (refusal: Refusal) => () => {
    reason = refusal
    controller.abort()
  }

  return {
    signal: controller.signal,
    /** Why the work was stopped; undefined if it was not. */
    reason: () => reason,
    /** Must be called when the work starts, and each of its parts. The wait for the first thread does not count. */
    begin(): void {
      startedAt ??= performance.now()
      for (const timer of timers) clearTimeout(timer)
      timers = [
        setTimeout(stopWith(noProgress(seconds)), seconds * 1000),
        setTimeout(stopWith(tooLong), MAX_SECONDS * 1000),
      ]
    },
    /** Must be called when the work reports its progress. Only an advance counts as progress, or one more answer of a network. */
    progress({ current, answers = 0 }: Pick<ProgressReport, 'current' | 'answers'>): void {
      if (current <= furthest.current && answers <= furthest.answers) return
      furthest = { current: Math.max(current, furthest.current), answers: Math.max(answers, furthest.answers) }
      timers[0]?.refresh()
    },
    /** Seconds of work so far; 0 before it starts. */
    elapsed: (): number => (startedAt === undefined ? 0 : (performance.now() - startedAt) / 1000),
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
  message: `The work did not end within ${MAX_SECONDS / MINUTE_SECONDS} minutes and was stopped. Nothing was charged.`,
}
