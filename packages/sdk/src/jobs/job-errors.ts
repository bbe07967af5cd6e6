import { PlatelightError } from '../transport/sdk-errors.ts'
import type { Job } from './job-handle.ts'
import type { JobSnapshot } from './job-snapshot.ts'

/** A job did not succeed. `code` and `message` are the job's own. */
export class JobFailedError extends PlatelightError {
  override readonly name: string = 'JobFailedError'
  readonly jobId: string | number

  constructor(
    job: { readonly id: string | number },
    /** The job as it was seen last; null where a wait ended before that. */
    readonly snapshot: JobSnapshot | null,
    { code, message } = snapshot?.error ?? { code: 'job_failed', message: 'The job failed.' },
  ) {
    super(code, message)
    this.jobId = job.id
  }
}

/** Somebody revoked the job: code `revoked`. */
export class JobRevokedError extends JobFailedError {
  override readonly name = 'JobRevokedError'
}

/** The wait for a job took longer than its deadline: code `job_timeout`. The job itself goes on. */
export class JobTimeoutError extends JobFailedError {
  override readonly name = 'JobTimeoutError'

  constructor(
    /** The job, to be waited for again: `error.job.wait()`. */
    readonly job: Job,
    snapshot: JobSnapshot | null,
    deadlineMs: number,
  ) {
    const message = `Job ${job.id} has not ended within ${deadlineMs} ms; it goes on.`
    super(job, snapshot, { code: 'job_timeout', message })
  }
}
