import type { Db } from '../database/open-database.ts'

/**
 * Carries updates about runs, deliveries and letters between the parts of the server. Their tables are authoritative: a lost update
 * loses no work, it only delays the work until the table is read again.
 */
export interface Queue {
  /**
   * Puts runs into the line, in the transaction that writes or hands back their rows: one ticket for each.
   *
   * @param capabilities What each of the runs needs.
   */
  enqueue(tx: Db, capabilities: readonly string[], options?: EnqueueOptions): Promise<void>
  /** Resolves when work can be put into the line. @throws the reason why not */
  check(): Promise<void>
  /** The tickets that wait for a process, by capability; undefined when this queue needs none. */
  waitingTickets(tx: Db): Promise<ReadonlyMap<string, number> | undefined>
  /**
   * Takes back the tickets of processes that died.
   *
   * @param livePools The names under which processes that are alive hold tickets.
   * @param olderThanMs Tickets that were taken later than this are left.
   */
  unlockTickets(tx: Db, livePools: readonly string[], olderThanMs: number): Promise<void>
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
  deliveriesAdded(tx: Db, endpointIds: readonly string[]): Promise<void>
  /** Letters must be sent. Called within the transaction that writes them. */
  lettersAdded(tx: Db): Promise<void>
  /** Has any process start work about an account. Called within the transaction that writes it. */
  enqueueAccountJob(tx: Db): Promise<void>
  /** Work about an account waits. Called after that transaction, so that this process can begin it at once. */
  accountJobsAdded(): void
  onPush(listener: () => void): void
  onCancelled(listener: (runId: string) => void): void
  onGarbageAdded(listener: () => void): void
  onDeliveriesAdded(listener: (endpointIds: readonly string[]) => void): void
  onLettersAdded(listener: () => void): void
  onAccountJobsAdded(listener: () => void): void
  /** Calls the listener whenever this run makes progress or ends. @returns a function that stops it */
  watch(runId: string, listener: () => void): () => void
  /** Resolves when the run has ended or cannot be ended, the caller has hung up, or the time is over. */
  wait(runId: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<WaitResult>
}

export interface EnqueueOptions {
  /** How long they must wait at least. */
  readonly delayMs?: number
  /** Whether no caller waits for any of these runs; false by default, also when that is not known. */
  readonly nobodyWaits?: boolean
}

export type WaitResult = 'settled' | 'stalled' | 'aborted' | 'timeout'
