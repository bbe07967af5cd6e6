import { PlatelightError } from '../transport/sdk-errors.ts'
import type { Job } from './job-handle.ts'
import type { JobSnapshot } from './job-snapshot.ts'

/** A job did not succeed. `code` and `message` come from the job. */
export class JobFailedError extends PlatelightError {
  override readonly name: string = 'JobFailedError'
  readonly jobId: string | number

  constructor(
    job: { readonly id: string | number },
    /** The last snapshot of the job; null if the wait ended before the first one. */
    readonly snapshot: JobSnapshot | null,
    { code, message } = snapshot?.error ?? { code: 'job_failed', message: 'The job failed.' },
  ) {
    super(code, message)
    this.jobId = job.id
  }
}

/** The job was cancelled: code `revoked`. */
export class JobRevokedError extends JobFailedError {
  override readonly name = 'JobRevokedError'
}

/** The wait for a job exceeded its deadline: code `job_timeout`. The job itself continues. */
export class JobTimeoutError extends JobFailedError {
  override readonly name = 'JobTimeoutError'

  constructor(
    /** The job, which can be waited for again: `error.job.wait()`. */
    readonly job: Job,
    snapshot: JobSnapshot | null,
    deadlineMs: number,
  ) {
    const message = `Job ${job.id} still runs after ${deadlineMs} ms.`
    super(job, snapshot, { code: 'job_timeout', message })
  }
}
