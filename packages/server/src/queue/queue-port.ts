/**
 * Carries updates about runs and deliveries between the parts of the server. Their tables are the record: an update that
 * is lost loses no work, it only delays it until the table is read again.
 */
export interface Queue {
  /** A run waits to be claimed. */
  push(runId: string): void
  /** A run was begun, or got further. */
  progressed(runId: string): void
  /** A run ended. */
  settled(runId: string): void
  /** A run was cancelled: whoever works on it may stop. */
  cancelled(runId: string): void
  /** The end of this run, or of any run where none is named, cannot be written for now. */
  stalled(runId?: string): void
  /** Blobs wait to be deleted. */
  garbageAdded(): void
  /** Events are to be delivered to these endpoints; called within the transaction that writes them. */
  deliveriesAdded(endpointIds: readonly string[]): void
  onPush(listener: () => void): void
  onCancelled(listener: (runId: string) => void): void
  onGarbageAdded(listener: () => void): void
  onDeliveriesAdded(listener: (endpointIds: readonly string[]) => void): void
  /** Calls back whenever this run progressed or ended. @returns what stops it */
  watch(runId: string, listener: () => void): () => void
  /** Resolves when the run has ended or cannot, the caller left, or the time is over. */
  wait(runId: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<WaitResult>
}

export type WaitResult = 'settled' | 'stalled' | 'aborted' | 'timeout'
