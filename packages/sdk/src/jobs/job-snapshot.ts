import type { JobProgress, JobStatus, MobileJob } from '../generated/schema.d.ts'

/** The state of a job, the same for queue jobs and for mobile and web jobs. */
export type JobState = 'pending' | 'running' | 'succeeded' | 'failed' | 'revoked'

/** The state of a job at one moment. */
export interface JobSnapshot<T = unknown> {
  /** The number or the id by which the job is asked for. */
  readonly jobId: string | number
  /** A state that this version does not know counts as `running`. */
  readonly state: JobState
  /** The server's own name of the state, such as `PROGRESS`. */
  readonly rawStatus: string
  /** Null if the server sends none. */
  readonly progress: JobProgress | null
  /** The result, as the direct call of the operation would return it. Null until the job has succeeded. */
  readonly result: T | null
  /** Why the job failed; a cancelled job has the code `revoked`. Null if it did not fail. */
  readonly error: {
    /** Of the table of errors; `job_failed` if the server names none. */
    readonly code: string
    /** What went wrong, as a sentence. */
    readonly message: string
  } | null
  /** The unchanged response body. A failed batch, for example, has its `items` here. */
  readonly body: JobStatus | MobileJob
}

/** The endpoint families use different names and cases for the same state. */
const STATES = new Map<unknown, JobState>([
  ['pending', 'pending'],
  ['progress', 'running'],
  ['processing', 'running'],
  ['success', 'succeeded'],
  ['completed', 'succeeded'],
  ['failure', 'failed'],
  ['failed', 'failed'],
  ['revoked', 'revoked'],
])

/** Reads a snapshot from a response. @param unknown called with a state that this version does not know */
export function readSnapshot<T>(
  jobId: string | number,
  body: JobSnapshot['body'],
  unknown: (rawStatus: string) => void,
): JobSnapshot<T> {
  const { status, progress = null, result = null, error, error_code } = (body ?? {}) as Loose
  const rawStatus = String(status)
  let state = STATES.get(typeof status === 'string' && status.toLowerCase())
  if (!state) unknown(rawStatus)
  const { code = error_code, message = `It is ${rawStatus}.` } =
    (typeof error === 'object' ? error : { message: error }) ?? {}
  if (state === 'failed' && code === 'revoked') state = code
  const isBad = state === 'failed' || state === 'revoked'
  return {
    jobId,
    state: state ?? 'running',
    rawStatus,
    progress,
    result: state === 'succeeded' ? (result as T) : null,
    error: isBad ? { code: code ?? (state === 'revoked' ? state : 'job_failed'), message } : null,
    body,
  }
}

/** The fields of both endpoint families. Missing ones are undefined. */
interface Loose {
  readonly status?: unknown
  readonly progress?: JobProgress
  readonly result?: unknown
  readonly error?: string | { readonly code?: string; readonly message?: string } | null
  readonly error_code?: string
}
