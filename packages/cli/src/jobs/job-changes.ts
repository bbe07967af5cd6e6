import { setTimeout as sleep } from 'node:timers/promises'
import type { Platelight } from '@platelight/sdk'
import type { AbsenceWait } from './absence-wait.ts'
import { type JobSnapshot, jobOf, snapshotsOf } from './follow-job.ts'

/** A job that has gone on. */
export interface JobChange {
  readonly id: string
  /** What it is; empty where the server does not say. */
  readonly type: string
  readonly state: JobSnapshot['state']
  readonly progress: JobSnapshot['progress']
  readonly error: JobSnapshot['error']
}

/** How often the list of what is running is looked at. */
const LOOK_MS = 2_000
const MOST_JOBS = 10_000

export interface Watching {
  readonly signal: AbortSignal
  readonly patience: AbsenceWait
}

/** One job until it has ended. */
export async function* changesOf(client: Platelight, id: string, following: Watching): AsyncGenerator<JobChange> {
  for await (const now of snapshotsOf(client, id, following)) yield changeOf(now, '')
}

/**
 * Every job of the account that is under way, also those that begin meanwhile, until none is left.
 *
 * @param stays goes on when none is left.
 */
export async function* changesOfAll(
  client: Platelight,
  stays: boolean,
  { signal, patience }: Watching,
): AsyncGenerator<JobChange> {
  let known = new Map<string, { readonly type: string; readonly told: string }>()
  for (;;) {
    const before = known
    known = new Map()
    const rows = await patience.retryWhileAway(() =>
      client.me.jobs({ status: 'processing', limit: 100 }, { signal }).toArray({ limit: MOST_JOBS }),
    )
    for (const row of rows) {
      const { run_id: id, job_type: type, progress } = row
      const told = JSON.stringify(progress ?? null)
      known.set(id, { type, told })
      const state = progress ? 'running' : 'pending'
      if (before.get(id)?.told !== told) yield { id, type, state, progress: progress ?? null, error: null }
    }
    for (const [id, { type }] of before) {
      if (known.has(id)) continue
      yield changeOf(await patience.retryWhileAway(() => jobOf(client, id).status({ signal })), type)
    }
    if (known.size === 0 && !stays) return
    await sleep(LOOK_MS, undefined, { signal })
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

/** Shows changes while they come. One for a terminal, one for everything else. */
export interface JobsView {
  change(change: JobChange): void
  /** The server is gone for a while, or back. */
  away(isAway: boolean): void
  /** Leaves what was shown behind. */
  end(): Promise<void>
}
