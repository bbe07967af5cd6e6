import { uncorrelated } from '../../base/running/correlation.ts'

/**
 * Runs a task once at a time. If it is triggered while it runs, it runs once more afterwards.
 *
 * @param task Never rejects. It may call `looksAgain` when it is about to look at everything anew, so that what triggered it
 * before counts as seen.
 */
export function createCoalescedTask(task: (looksAgain: () => void) => Promise<void>) {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const trigger = (): void => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    const looksAgain = () => {
      again = false
    }
    // It works for many, whoever triggered it.
    running = uncorrelated(task)(looksAgain).finally(() => {
      running = undefined
      if (!again) return
      again = false
      trigger()
    })
  }

  return {
    trigger,
    /** Resolves when the task no longer runs and never will again. */
    async stop(): Promise<void> {
      stopped = true
      await running
    },
  }
}
