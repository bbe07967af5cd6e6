import { setImmediate as nextTurn } from 'node:timers/promises'

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
 * @param onError Gets the errors of a cycle. The next wake starts another one.
 */
export function createCycleLoop(cycle: (full: boolean) => Promise<void>, onError: (error: unknown) => void): CycleLoop {
  let running: Promise<void> | undefined
  let isWanted = false
  let isFullWanted = false

  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        // Attempts that end at the same moment are recorded together.
        await nextTurn()
        const full = isFullWanted
        isWanted = false
        isFullWanted = false
        await cycle(full)
      }
    } catch (error) {
      onError(error)
    } finally {
      running = undefined
    }
  }

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
