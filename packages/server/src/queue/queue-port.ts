/**
 * Carries the news of runs and of deliveries. Their tables are the record; losing every message here loses no work, it
 * only delays it until the next look at the table.
 */
export interface Queue {
  /** A run is waiting to be claimed. */
  push(runId: string): void
  /** A run was begun, or got further. */
  progressed(runId: string): void
  /** A run ended. */
  settled(runId: string): void
  /** A run was called off: whoever works on it may stop. */
  cancelled(runId: string): void
  /** The end of this run, or of any where none is named, cannot be written for now. */
  stalled(runId?: string): void
  /** Blobs are waiting to be deleted. */
  garbageAdded(): void
  /** Events are to be delivered to these endpoints; said within the transaction that writes them. */
  deliveriesAdded(endpointIds: readonly string[]): void
  /** Calls back whenever something was pushed. */
  onPush(listener: () => void): void
  /** Calls back whenever this run moved or ended, until what is given back is called. */
  watch(runId: string, listener: () => void): () => void
  onCancelled(listener: (runId: string) => void): void
  onGarbageAdded(listener: () => void): void
  onDeliveriesAdded(listener: (endpointIds: readonly string[]) => void): void
  /** Resolves when the run has ended or cannot, the caller left, or the time is over. */
  wait(runId: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<WaitResult>
}

export type WaitResult = 'settled' | 'stalled' | 'aborted' | 'timeout'
