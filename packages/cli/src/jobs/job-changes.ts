import { setTimeout as sleep } from 'node:timers/promises'
import type { Platelight } from '@platelight/sdk'
import type { AbsenceWait } from './absence-wait.ts'
import { type JobSnapshot, jobOf, snapshotsOf } from './follow-job.ts'

/** A change of a job's status. */
export interface JobChange {
  readonly id: string
  /** The job type; empty if the server does not report it. */
  readonly type: string
  readonly state: JobSnapshot['state']
  readonly progress: JobSnapshot['progress']
  readonly error: JobSnapshot['error']
}

/** Interval at which the list of running jobs is read. */
const POLL_MS = 2_000
const MAX_JOBS = 10_000

export interface WatchOptions {
  readonly signal: AbortSignal
  readonly patience: AbsenceWait
}

/** Yields the changes of one job until it ends. */
export async function* changesOf(client: Platelight, id: string, options: WatchOptions): AsyncGenerator<JobChange> {
  for await (const now of snapshotsOf(client, id, options)) yield changeOf(now, '')
}

/**
 * Yields the changes of all running jobs of the account, including new ones, until none is left.
 *
 * @param follow continues when no job is left
 */
export async function* changesOfAll(
  client: Platelight,
  follow: boolean,
  { signal, patience }: WatchOptions,
): AsyncGenerator<JobChange> {
  let known = new Map<string, { readonly type: string; readonly progress: string }>()
  for (;;) {
    const previous = known
    known = new Map()
    const rows = await patience.retryWhileAway(() =>
      client.me.jobs({ status: 'processing', limit: 100 }, { signal }).toArray({ limit: MAX_JOBS }),
    )
    for (const row of rows) {
      const { run_id: id, job_type: type, progress } = row
      const progressText = JSON.stringify(progress ?? null)
      known.set(id, { type, progress: progressText })
      const state = progress ? 'running' : 'pending'
      if (previous.get(id)?.progress !== progressText)
        yield { id, type, state, progress: progress ?? null, error: null }
    }
    for (const [id, { type }] of previous) {
      if (known.has(id)) continue
      yield changeOf(await patience.retryWhileAway(() => jobOf(client, id).status({ signal })), type)
    }
    if (known.size === 0 && !follow) return
    await sleep(POLL_MS, undefined, { signal })
  }
}

const changeOf = ({ jobId, state, progress, error }: JobSnapshot, type: string): JobChange => ({
  id: String(jobId),
  type,
  state,
  progress,
  error,
})

export const isOver = ({ state }: JobChange): boolean => state !== 'pending' && state !== 'running'

/** Shows job changes as they arrive, on a live screen or as lines. */
export interface JobsView {
  change(change: JobChange): void
  /** The server became unreachable or answers again. */
  away(isAway: boolean): void
  /** Ends the view; its last output stays visible. */
  end(): Promise<void>
}
