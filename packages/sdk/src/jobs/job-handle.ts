import type { JobRevoked, UserJob } from '../generated/schema.d.ts'
import type { CallOptions } from '../transport/api-call.ts'
import type { JobSnapshot } from './job-snapshot.ts'

/** Which jobs to list. */
export interface JobFilter {
  /** Only jobs in this state. */
  readonly status?: UserJob['status']
}

/** How to wait for a job. */
export interface WaitOptions extends Omit<CallOptions, 'maxRetries'> {
  /** How long to wait, in milliseconds; the job itself goes on. Default 600 000, ten minutes. */
  readonly deadlineMs?: number
  /** Revokes the job when `signal` ends the wait. Default false: it goes on. */
  readonly cancelOnAbort?: boolean
}

/**
 * A job, to be waited for or followed. It is polled at once, then after half a second and ever more slowly, up to every
 * five seconds; five failures in a row that may pass are put up with.
 */
export interface Job<T = unknown> extends AsyncIterable<JobSnapshot<T>> {
  /** What to keep for `get` in another process: a string for queue jobs, a number for mobile and web jobs. */
  readonly id: string | number

  /**
   * Waits for the end.
   *
   * @returns the result: what the call itself would have answered.
   * @throws JobFailedError with the job's own `code` and its last `snapshot`; JobRevokedError.
   * @throws JobTimeoutError after `deadlineMs`. The job goes on, and `error.job` can be waited for again.
   * @throws AbortError as soon as `signal` aborts; NotFoundError.
   *
   * @example
   * const { result_url } = await job.wait({ deadlineMs: 120_000, signal, cancelOnAbort: true })
   */
  wait(options?: WaitOptions): Promise<T>

  /**
   * The job now and whenever it has gone on, until it has ended. A job that fails ends it as one that succeeds does: what
   * became of it is in the last snapshot. `for await (const snapshot of job)` is the same without options.
   *
   * @throws as `wait`, except for how the job ends.
   *
   * @example
   * for await (const { state, progress } of job.watch({ signal })) console.log(state, progress?.percent)
   */
  watch(options?: WaitOptions): AsyncGenerator<JobSnapshot<T>, void, undefined>

  /** The job now. @throws NotFoundError when there is none of yours. */
  status(options?: CallOptions): Promise<JobSnapshot<T>>

  /**
   * Revokes the job if it has not ended: it costs nothing, but for what a batch has finished. Again it answers the same.
   *
   * @throws ConflictError `job_finished`, of a job with a number PlatelightError `job_finished`; NotFoundError.
   */
  cancel(options?: CallOptions): Promise<JobRevoked>
}

/** Makes the handle of a job from its id, without a request. */
export type JobOf = <T = unknown>(id: string | number) => Job<T>
