import { setImmediate as nextTurn } from 'node:timers/promises'

export interface CycleLoop {
  /**
   * Asks for a cycle. It begins after the one that is running; requests until then share it.
   *
   * @param options.full Whether the cycle is to poll the table.
   * @returns when no cycle is wanted any more
   */
  wake(options?: { full?: boolean }): Promise<void>
  /** Resolves when the cycle that is running has ended. */
  settle(): Promise<void>
}

/**
 * Runs one cycle at a time.
 *
 * @param onError Gets what a cycle throws. The next wake begins another one.
 */
export function createCycleLoop(cycle: (full: boolean) => Promise<void>, onError: (error: unknown) => void): CycleLoop {
  let running: Promise<void> | undefined
  let isWanted = false
  let isFullWanted = false

  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        // Attempts that end in the same moment are recorded together.
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
