import type { Platelight } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { type AbsenceWait, createAbsenceWait } from './absence-wait.ts'

/** The status of a job at one moment, as returned by the client. */
export type JobSnapshot = Awaited<ReturnType<ReturnType<Platelight['jobs']['get']>['status']>>

export interface FollowOptions {
  readonly signal: AbortSignal
  /** Milliseconds. Default: the longest timer of Node, 24 days. */
  readonly deadlineMs?: number
  /** Handles an unreachable server. Default: waits without messages. */
  readonly patience?: AbsenceWait
}

interface FollowJobOptions extends FollowOptions {
  /** Called whenever the status changes, and at the end. */
  readonly onChange?: (snapshot: JobSnapshot) => void
}

const MAX_TIMER_MS = 2_147_483_647

/** A job of the queue; a number names a mobile or web job. */
export const jobOf = (client: Platelight, id: string) => client.jobs.get(/^\d+$/.test(id) ? Number(id) : id)

/** Yields the status of a job now and after each change, until it ends. Waits for a server that becomes unreachable. */
export async function* snapshotsOf(
  client: Platelight,
  id: string,
  options: FollowOptions,
): AsyncGenerator<JobSnapshot> {
  const { signal, deadlineMs = MAX_TIMER_MS, patience = createAbsenceWait(signal) } = options
  const deadlineAt = Date.now() + deadlineMs
  let lastYielded: string | undefined
  for (;;) {
    try {
      for await (const now of jobOf(client, id).watch({ signal, deadlineMs: Math.max(1, deadlineAt - Date.now()) })) {
        patience.answered()
        // After an interruption the first status may be the one yielded last.
        const current = JSON.stringify([now.rawStatus, now.progress])
        if (current !== lastYielded) yield now
        lastYielded = current
      }
      return
    } catch (failure) {
      await patience.waitOut(failure)
    }
  }
}

/**
 * Follows a job until it ends, successfully or not.
 *
 * @throws what the client throws, such as JobTimeoutError after the deadline. The job itself continues
 */
export async function followJob(client: Platelight, id: string, options: FollowJobOptions): Promise<JobSnapshot> {
  let last: JobSnapshot | undefined
  for await (last of snapshotsOf(client, id, options)) options.onChange?.(last)
  // The last snapshot is always that of the ended job.
  return last as JobSnapshot
}

/** The result of one picture of a batch. */
export interface JobItem {
  readonly index: number
  readonly status: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string; readonly message: string }
}

/** The items of an ended batch; undefined for any other job. */
export function itemsOf({ result, body }: JobSnapshot): readonly JobItem[] | undefined {
  const inResult = (result as { readonly items?: unknown } | null)?.items
  const found = Array.isArray(inResult) ? inResult : (body as { readonly items?: unknown }).items
  return Array.isArray(found) ? found : undefined
}

const CODES: Readonly<Record<string, ExitCode>> = {
  engine_failed: EXIT.unexpected,
  engine_unavailable: EXIT.unexpected,
  internal_error: EXIT.unexpected,
  overloaded: EXIT.unexpected,
  storage_full: EXIT.unexpected,
  storage_unavailable: EXIT.unexpected,
  deadline_exceeded: EXIT.jobFailed,
  revoked: EXIT.jobFailed,
}

/** The error of work that failed on the server. It concerns only this picture. */
export const jobError = (error: { readonly code: string; readonly message: string } | null | undefined): CliError =>
  new CliError(error?.message ?? 'The job failed.', CODES[error?.code ?? ''] ?? EXIT.rejected, error?.code ?? 'failed')
