import type { JobRevoked } from '../generated/schema.d.ts'
import type { JobFilter } from '../resources/me-resource.ts'
import type { CallOptions } from '../transport/api-call.ts'
import { retryAfter } from '../transport/error-response.ts'
import { createList, type ListParams } from '../transport/paged-list.ts'
import { startAttempt } from '../transport/request-attempt.ts'
import { isTransient, withJitter } from '../transport/request-retries.ts'
import { sleep } from '../transport/sdk-clock.ts'
import {
  type APIError,
  ConnectionError,
  JobFailedError,
  JobRevokedError,
  JobTimeoutError,
  PlatelightError,
  TimeoutError,
} from '../transport/sdk-errors.ts'
import type { Send } from '../transport/send-operation.ts'
import type { Core } from '../transport/send-request.ts'
import { type JobSnapshot, readSnapshot } from './job-snapshot.ts'

/** How to wait for a job. */
export interface WaitOptions extends Omit<CallOptions, 'maxRetries'> {
  /** How long to wait, in milliseconds; the job itself goes on. Default 600 000, ten minutes. */
  readonly deadlineMs?: number
  /** Revokes the job when `signal` ends the wait. Default false: it goes on. */
  readonly cancelOnAbort?: boolean
}

/**
 * A job, to be waited for or followed. It is asked for at once, then after half a second and ever more slowly, up to every
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

export const createJobOf =
  (send: Send, core: Core): JobOf =>
  <T>(id: string | number): Job<T> => {
    const { clock, log, random } = core
    let hasWarned = false
    const warnOnce = (rawStatus: string) => {
      if (!hasWarned) log.warn(`job ${id}: unknown status ${rawStatus}, taken as running`)
      hasWarned = true
    }

    const poll = async (options?: CallOptions) => {
      const { data, meta, response } = await (typeof id === 'number'
        ? send('GET', '/api/mobile/jobs/{job_id}', { path: { job_id: id } }, options)
        : send('GET', '/api/jobs/{job_id}/status', { path: { job_id: id } }, options)
      ).withResponse()
      const retryAfterMs = retryAfter(response.headers, clock.now())
      return { snapshot: readSnapshot<T>(id, data, warnOnce), rateLimit: meta.rateLimit, retryAfterMs }
    }

    /** The id that revokes: a number is looked up among the account's jobs under way. */
    const queueId = async (options?: CallOptions): Promise<string> => {
      if (typeof id === 'string') return id
      const wanted: JobFilter & ListParams = { status: 'processing', limit: 100 }
      for await (const row of createList(send, '/api/me/jobs', 'jobs', undefined, wanted, options))
        if (row.id === id) return row.run_id
      throw new PlatelightError('job_finished', `Job ${id} is not under way.`)
    }

    const cancel = async (options?: CallOptions) =>
      send('DELETE', '/api/jobs/{job_id}', { path: { job_id: await queueId(options) } }, options)

    async function* watch({ deadlineMs = 600_000, cancelOnAbort, signal, ...options }: WaitOptions = {}) {
      const wait = startAttempt(1, clock, deadlineMs, signal)
      const within = { maxRetryAfterMs: core.maxRetryAfterMs, ...options, maxRetries: 0, signal: wait.signal }
      let last: JobSnapshot<T> | null = null
      let told: string | undefined
      let pauseMs = 500
      let failures = 0
      try {
        for (;;) {
          const { snapshot, rateLimit, retryAfterMs }: PollResult<T> = await poll(within).catch((failure: APIError) => {
            const isFinal =
              wait.signal.aborted ||
              !isWorthAnotherPoll(failure) ||
              Number(failure.retryAfterMs) > within.maxRetryAfterMs
            if (isFinal || ++failures > 5) throw failure
            log.info(`job ${id}: ${failure.code}, asked again`)
            return failure
          })
          if (snapshot) {
            last = snapshot
            failures = 0
            const news = JSON.stringify([snapshot.state, snapshot.rawStatus, snapshot.progress])
            if (news !== told) yield snapshot
            told = news
            if (snapshot.error || snapshot.state === 'succeeded') return
          }
          const restMs = pauseMs * (0.9 + 0.2 * random())
          await sleep(clock, Math.max(restMs, withJitter(retryAfterMs ?? 0, random)), wait.signal)
          if (rateLimit) await send.awaitRateLimit(rateLimit, { signal: wait.signal, maxRetryAfterMs: deadlineMs })
          pauseMs = Math.min(5000, pauseMs * 1.5)
        }
      } catch (thrown) {
        if (!wait.signal.aborted) throw thrown
        if (wait.signal.reason instanceof TimeoutError) throw new JobTimeoutError(job, last, deadlineMs)
        // Not awaited: the caller wants to be gone.
        if (cancelOnAbort)
          cancel(options).catch((error) => log.warn(`job ${id} could not be revoked: ${error.message}`))
        throw wait.signal.reason
      } finally {
        wait.close()
      }
    }

    const job: Job<T> = {
      id,
      cancel,
      watch,
      status: async (options) => (await poll(options)).snapshot,
      async wait(options) {
        let last: JobSnapshot<T> | null = null
        for await (const snapshot of watch(options)) last = snapshot
        return resultOrThrow(job, last)
      },
      [Symbol.asyncIterator]: () => watch(),
    }
    return job
  }

/** What a look told; without a snapshot where it failed, and a failed connection tells nothing. */
type PollResult<T> = Partial<Pick<APIError, 'rateLimit' | 'retryAfterMs'>> & { readonly snapshot?: JobSnapshot<T> }

/** Any answer that is none, such as the page of a proxy, may be followed by a good one; a job is worth asking again. */
const isWorthAnotherPoll = (thrown: unknown): boolean => thrown instanceof ConnectionError || isTransient(thrown)

function resultOrThrow<T>(job: Job<T>, last: JobSnapshot<T> | null): T {
  if (last?.state === 'succeeded') return last.result as T
  throw new (last?.state === 'revoked' ? JobRevokedError : JobFailedError)(job, last)
}
