import { isStorageFull } from '../../base/service-error.ts'

/**
 * Ends of runs that could not be written because the disk is full. Who waited was told that it came to nothing, so nothing
 * else is begun before they are written.
 */
export interface DeferredSettlements {
  /** @param end Writes the end; it may find that the run has ended. */
  add(runId: string, end: () => Promise<unknown>): void
  /** Whether who waited for this run was told that it came to nothing. */
  has(runId: string): boolean
  /** Writes what can be written now. Tells whether all of it is. */
  retry(): Promise<boolean>
}

export function createDeferredSettlements(): DeferredSettlements {
  const ends = new Map<string, () => Promise<unknown>>()
  return {
    add(runId, end) {
      if (!ends.has(runId)) ends.set(runId, end)
    },
    has: (runId) => ends.has(runId),
    async retry() {
      for (const [runId, end] of ends) {
        try {
          await end()
        } catch (error) {
          if (isStorageFull(error)) return false
          ends.delete(runId)
          throw error
        }
        ends.delete(runId)
      }
      return true
    },
  }
}
