import { setImmediate as nextTurn } from 'node:timers/promises'
import { uncorrelated } from '../running/correlation.ts'

export interface CycleLoop {
  /**
   * Requests a cycle. It starts after the current one. Requests made until then share it.
   *
   * @param options.full Whether the cycle polls the table.
   * @returns a promise that resolves when no further cycle is requested
   */
  wake(options?: { full?: boolean }): Promise<void>
  /** Resolves when the current cycle has ended. */
  settle(): Promise<void>
}

/**
 * Runs one cycle at a time.
 *
 * @param onError Gets the error of a cycle. The next wake starts another one. While the same error comes back, it is not called
 * again: a loop that wakes four times a second would fill the log while the database is away.
 */
export function createCycleLoop(cycle: (full: boolean) => Promise<void>, onError: (error: unknown) => void): CycleLoop {
  let running: Promise<void> | undefined
  let isWanted = false
  let isFullWanted = false
  /** The message of the cycles that fail since the last one that did not. */
  let failing: string | undefined

  // A cycle works for many, whoever woke it.
  const run = uncorrelated(async (): Promise<void> => {
    try {
      while (isWanted) {
        // Attempts that end at the same moment are recorded together.
        await nextTurn()
        const full = isFullWanted
        isWanted = false
        isFullWanted = false
        await cycle(full)
        failing = undefined
      }
    } catch (error) {
      const message = String(error)
      if (message !== failing) onError(error)
      failing = message
    } finally {
      running = undefined
    }
  })

  return {
    wake({ full = false } = {}) {
      isWanted = true
      isFullWanted ||= full
      running ??= run()
      return running
    },
    settle: async () => running,
  }
}
