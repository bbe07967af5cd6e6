import type { JobProgress, JobStatus, MobileJob } from '../generated/schema.d.ts'

/** How far a job is, in the same words for queue jobs and for mobile and web jobs. */
export type JobState = 'pending' | 'running' | 'succeeded' | 'failed' | 'revoked'

/** A job at one moment. */
export interface JobSnapshot<T = unknown> {
  readonly jobId: string | number
  /** What this version does not know is `running`. */
  readonly state: JobState
  /** The state in the server's own word, such as `PROGRESS`. */
  readonly rawStatus: string
  /** Null where the server does not say. */
  readonly progress: JobProgress | null
  /** What the call itself would have answered. Null until the job has succeeded. */
  readonly result: T | null
  /** Why it failed; the code of a revoked job is `revoked`. Null unless it did. */
  readonly error: { readonly code: string; readonly message: string } | null
  /** The answer as it came, such as the `items` of a batch that failed. */
  readonly body: JobStatus | MobileJob
}

/** The families have different words, and different cases of the same. */
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

/** What an answer says of a job. @param unknown called with a state that this version does not know */
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

/** Both families at once; what is not there is undefined. */
interface Loose {
  readonly status?: unknown
  readonly progress?: JobProgress
  readonly result?: unknown
  readonly error?: string | { readonly code?: string; readonly message?: string } | null
  readonly error_code?: string
}
