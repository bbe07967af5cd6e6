import type { Platelight } from '@platelight/sdk'
import { type AbsenceWait, createAbsenceWait } from './absence-wait.ts'

/** A job at one moment, in the client's words. */
export type JobSnapshot = Awaited<ReturnType<ReturnType<Platelight['jobs']['get']>['status']>>

export interface Following {
  readonly signal: AbortSignal
  /** How long to follow it, in milliseconds. Default: as long as timers go, 24 days. */
  readonly deadlineMs?: number
  /** For a server that goes away meanwhile. Default: one of its own, that tells nobody. */
  readonly patience?: AbsenceWait
}

interface Followed extends Following {
  /** Told whenever the job has gone on, and of its end. */
  readonly onChange?: (now: JobSnapshot) => void
}

const LONGEST_MS = 2_147_483_647

/** A queue job, or by its number a mobile or web job. */
export const jobOf = (client: Platelight, id: string) => client.jobs.get(/^\d+$/.test(id) ? Number(id) : id)

/** A job now and whenever it has gone on, until it has ended. A server that goes away meanwhile is waited for. */
export async function* snapshotsOf(client: Platelight, id: string, following: Following): AsyncGenerator<JobSnapshot> {
  const { signal, deadlineMs = LONGEST_MS, patience = createAbsenceWait(signal) } = following
  const ends = Date.now() + deadlineMs
  let told: string | undefined
  for (;;) {
    try {
      for await (const now of jobOf(client, id).watch({ signal, deadlineMs: Math.max(1, ends - Date.now()) })) {
        patience.answered()
        // After an interruption it begins with what was told before.
        const news = JSON.stringify([now.rawStatus, now.progress])
        if (news !== told) yield now
        told = news
      }
      return
    } catch (failure) {
      await patience.waitOut(failure)
    }
  }
}

/**
 * Follows a job until it has ended, however it ends.
 *
 * @throws what the client throws, such as JobTimeoutError after the deadline; the job goes on in any case.
 */
export async function followJob(client: Platelight, id: string, following: Followed): Promise<JobSnapshot> {
  let last: JobSnapshot | undefined
  for await (last of snapshotsOf(client, id, following)) following.onChange?.(last)
  // It ends with the end of the job, which is told.
  return last as JobSnapshot
}

/** What became of one picture of a batch. */
export interface JobItem {
  readonly index: number
  readonly status: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string; readonly message: string }
}

/** The items of a batch that has ended; undefined for a job that is none. */
export function itemsOf({ result, body }: JobSnapshot): readonly JobItem[] | undefined {
  const inResult = (result as { readonly items?: unknown } | null)?.items
  const found = Array.isArray(inResult) ? inResult : (body as { readonly items?: unknown }).items
  return Array.isArray(found) ? found : undefined
}
