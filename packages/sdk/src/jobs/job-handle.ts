import type { JobRevoked, UserJob } from '../generated/schema.d.ts'
import type { CallOptions } from '../transport/api-call.ts'
import type { JobSnapshot } from './job-snapshot.ts'

/** Which jobs to list. */
export interface JobFilter {
  /** Only jobs in this state. */
  readonly status?: UserJob['status']
  /** Only the job that the call with this `idempotencyKey` started. */
  readonly idempotency_key?: string
}

/** How to wait for a job. */
export interface WaitOptions extends Omit<CallOptions, 'maxRetries'> {
  /** How long to wait, in milliseconds. The job itself continues. Default 600 000, ten minutes. */
  readonly deadlineMs?: number
  /** Cancels the job when `signal` ends the wait. Default false: the job continues. */
  readonly cancelOnAbort?: boolean
}

/**
 * A job that can be waited for or watched. It is polled at once, then after half a second, and then at growing intervals of
 * up to five seconds. Five temporary failures in a row are tolerated.
 */
export interface Job<T = unknown> extends AsyncIterable<JobSnapshot<T>> {
  /** The id for `get` in another process: a string for queue jobs, a number for mobile and web jobs. */
  readonly id: string | number

  /**
   * Waits until the job has ended.
   *
   * @returns the result, as the direct call of the operation would return it.
   * @throws JobFailedError with the job's own `code` and its last `snapshot`; JobRevokedError.
   * @throws JobTimeoutError after `deadlineMs`. The job continues, and `error.job` can be waited for again.
   * @throws AbortError as soon as `signal` aborts; NotFoundError.
   *
   * @example
   * const { result_url } = await job.wait({ deadlineMs: 120_000, signal, cancelOnAbort: true })
   */
  wait(options?: WaitOptions): Promise<T>

  /**
   * Yields a snapshot of the job now and after every change, until it has ended. A failed job does not throw: the last
   * snapshot has its outcome. `for await (const snapshot of job)` is the same without options.
   *
   * @throws as `wait`, except JobFailedError and JobRevokedError.
   *
   * @example
   * for await (const { state, progress } of job.watch({ signal })) console.log(state, progress?.percent)
   */
  watch(options?: WaitOptions): AsyncGenerator<JobSnapshot<T>, void, undefined>

  /** The current state of the job. @throws NotFoundError if your account has no such job. */
  status(options?: CallOptions): Promise<JobSnapshot<T>>

  /**
   * Cancels the job if it has not ended. A cancelled job costs nothing, except for the finished items of a batch. A repeated
   * call gives the same answer.
   *
   * @throws ConflictError `job_finished`, or PlatelightError `job_finished` for a job with a number; NotFoundError.
   */
  cancel(options?: CallOptions): Promise<JobRevoked>
}

/** Makes the handle of a job from its id, without a request. */
export interface JobOf {
  /**
   * Returns a handle for the job with an id: a job of `submit`, a batch or any other run. Sends nothing.
   *
   * @example
   * const { job_id } = await client.images.batchProcess({ image_urls, operation: 'upscale' })
   * const { items } = await client.jobs.get<BatchResult>(job_id).wait()
   */
  // biome-ignore lint/style/useShorthandFunctionType: editors show only the comment of a call signature.
  <T = unknown>(id: string | number): Job<T>
}
