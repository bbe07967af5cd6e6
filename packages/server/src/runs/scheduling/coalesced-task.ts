/**
 * Runs a task once at a time. If it is triggered while it runs, it runs once more afterwards.
 *
 * @param task never rejects
 */
export function createCoalescedTask(task: () => Promise<void>) {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const trigger = (): void => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = task().finally(() => {
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
