import { isStorageFull } from '../../base/service-error.ts'

/**
 * Ends of runs that could not be written because the disk is full. Their callers got the reply that the runs failed, so no
 * other run is started before these ends are written.
 */
export interface DeferredSettlements {
  /** @param settle writes the end; the run may have ended by then */
  add(runId: string, settle: () => Promise<unknown>): void
  /** Whether the caller of this run got the reply that it failed. */
  has(runId: string): boolean
  /** Writes as many as possible. @returns whether none is left */
  retry(): Promise<boolean>
}

export function createDeferredSettlements(): DeferredSettlements {
  const deferred = new Map<string, () => Promise<unknown>>()
  return {
    add(runId, settle) {
      if (!deferred.has(runId)) deferred.set(runId, settle)
    },
    has: (runId) => deferred.has(runId),
    async retry() {
      for (const [runId, settle] of deferred) {
        try {
          await settle()
        } catch (error) {
          if (isStorageFull(error)) return false
          deferred.delete(runId)
          throw error
        }
        deferred.delete(runId)
      }
      return true
    },
  }
}
