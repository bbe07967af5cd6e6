/**
 * A task that runs once at a time. Triggers that come while it runs make it run once more afterwards.
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
    /** Nothing runs any more once this has resolved. */
    async stop(): Promise<void> {
      stopped = true
      await running
    },
  }
}
