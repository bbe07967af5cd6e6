/**
 * Carries updates about runs and deliveries between the parts of the server. Their tables are authoritative: a lost update
 * loses no work, it only delays the work until the table is read again.
 */
export interface Queue {
  /** A run waits to be claimed. */
  push(runId: string): void
  /** A run was started, or made progress. */
  progressed(runId: string): void
  /** A run ended. */
  settled(runId: string): void
  /** A run was cancelled, so work on it may stop. */
  cancelled(runId: string): void
  /** The end of this run cannot be written for now. Without an id, this is true of every run. */
  stalled(runId?: string): void
  /** Blobs wait to be deleted. */
  garbageAdded(): void
  /** Events must be delivered to these endpoints. Called within the transaction that writes them. */
  deliveriesAdded(endpointIds: readonly string[]): void
  onPush(listener: () => void): void
  onCancelled(listener: (runId: string) => void): void
  onGarbageAdded(listener: () => void): void
  onDeliveriesAdded(listener: (endpointIds: readonly string[]) => void): void
  /** Calls the listener whenever this run makes progress or ends. @returns a function that stops it */
  watch(runId: string, listener: () => void): () => void
  /** Resolves when the run has ended or cannot be ended, the caller has hung up, or the time is over. */
  wait(runId: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<WaitResult>
}

export type WaitResult = 'settled' | 'stalled' | 'aborted' | 'timeout'
