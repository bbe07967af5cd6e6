import { setTimeout as sleep } from 'node:timers/promises'
import type { Platelight } from '@platelight/sdk'

export type JobStatus = Awaited<ReturnType<Platelight['jobs']['status']>>

const FIRST_MS = 250
const LONGEST_MS = 5_000

export interface Following {
  readonly signal: AbortSignal
  /** Told whenever the job has gone on. */
  readonly onProgress?: (status: JobStatus) => void
}

/**
 * Asks for a job until it has ended, ever more slowly. A state that this version does not know is one that goes on.
 *
 * @throws what the client throws; the reason of the signal when that is aborted.
 */
export async function followJob(
  client: Platelight,
  jobId: string,
  { signal, onProgress }: Following,
): Promise<JobStatus> {
  let waitMs = FIRST_MS
  let told = ''
  for (;;) {
    const status = await client.jobs.status(jobId, { signal })
    if (hasEnded(status)) return status
    const now = JSON.stringify([status.status, status.progress])
    if (now !== told) onProgress?.(status)
    // What moves is looked at more often.
    waitMs = now === told ? Math.min(LONGEST_MS, waitMs * 1.5) : FIRST_MS
    told = now
    await sleep(waitMs, undefined, { signal })
  }
}

const hasEnded = ({ status }: JobStatus): boolean => status === 'SUCCESS' || status === 'FAILURE'

/** What became of one picture of a batch. */
export interface JobItem {
  readonly index: number
  readonly status: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string; readonly message: string }
}

/** The items of a batch that has ended; undefined for a job that is none. */
export function itemsOf({ result, items }: JobStatus): readonly JobItem[] | undefined {
  const inResult = (result as { readonly items?: unknown } | undefined)?.items
  const found = Array.isArray(inResult) ? inResult : items
  return found as readonly JobItem[] | undefined
}
