/**
 * Carries the news of runs. The `runs` table is the record; losing every message here loses no work, it only delays it
 * until the next look at the table.
 */
export interface Queue {
  /** A run is waiting to be claimed. */
  push(runId: string): void
  /** A run ended. */
  settled(runId: string): void
  /** A run was called off: whoever works on it may stop. */
  revoked(runId: string): void
  /** Blobs are waiting to be deleted. */
  swept(): void
  /** Calls back whenever something was pushed. */
  onPush(listener: () => void): void
  onRevoked(listener: (runId: string) => void): void
  onSwept(listener: () => void): void
  /** Resolves when the run has ended, the caller left, or the time is over. */
  wait(runId: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<'settled' | 'aborted' | 'timeout'>
}
