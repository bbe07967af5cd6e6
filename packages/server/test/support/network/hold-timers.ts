import { onTestFinished, vi } from 'vitest'

/**
 * Holds all timers of exactly this length until the end of the test: their time passes only when the test says so, and not on a
 * busy machine before it wants. Timers with arguments are not ours, and keep their time.
 */
export function holdTimers(ms: number) {
  const { setTimeout: wait, clearTimeout: clear } = globalThis
  const held = new Map<unknown, () => void>()
  const hold = (work: (...of: unknown[]) => void, after?: number, ...of: unknown[]) => {
    if (after !== ms || of.length > 0) return wait(work, after, ...of)
    const timer = wait(() => {}, 2 ** 31 - 1)
    held.set(timer, work)
    return timer
  }
  const release = (timer?: NodeJS.Timeout | string | number) => {
    held.delete(timer)
    clear(timer)
  }
  const set = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  const cleared = vi.spyOn(globalThis, 'clearTimeout').mockImplementation(release)
  onTestFinished(() => {
    set.mockRestore()
    cleared.mockRestore()
  })
  return {
    /** How many are set now. */
    armed: () => held.size,
    /** Lets the time of those pass that are set now. */
    pass() {
      for (const [timer, work] of [...held]) {
        release(timer as NodeJS.Timeout)
        work()
      }
    },
  }
}
