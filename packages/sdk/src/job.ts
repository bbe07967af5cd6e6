import { retryAfter } from './api-error.ts'
import { openAttempt } from './attempt.ts'
import type { CallOptions } from './call.ts'
import { sleep } from './clock.ts'
import { direct } from './direct.ts'
import {
  type APIError,
  ConnectionError,
  JobFailedError,
  JobRevokedError,
  JobTimeoutError,
  PlatelightError,
  TimeoutError,
} from './errors.ts'
import type { components } from './generated/schema.d.ts'
import { type JobSnapshot, snapshotOf } from './job-snapshot.ts'
import type { RateLimit } from './meta.ts'
import type { Send } from './operation.ts'
import type { Core } from './request.ts'
import type { JobFilter } from './resources/me.ts'
import { afterAsked, isTransient } from './retry.ts'

/** How to wait for a job. */
export interface WaitOptions extends Omit<CallOptions, 'maxRetries'> {
  /** How long to wait, in milliseconds; the job itself goes on. Default 600 000, ten minutes. */
  readonly deadlineMs?: number
  /** Revokes the job when `signal` ends the wait. Default false: it goes on. */
  readonly cancelOnAbort?: boolean
}

/** What a revoked job answers. */
export type JobRevoked = components['schemas']['JobRevoked']

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

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5000
const DEADLINE_MS = 600_000
const TOLERATED = 5

/** Makes the handle of a job from its id, without a request. */
export type JobOf = <T = unknown>(id: string | number) => Job<T>

export const createJobOf =
  (send: Send, core: Core): JobOf =>
  <T>(id: string | number): Job<T> => {
    const { clock, log, random } = core
    let hasWarned = false
    const warnOnce = (rawStatus: string) => {
      if (!hasWarned) log.warn(`job ${id}: ${rawStatus} is no status known here, and counts as running`)
      hasWarned = true
    }

    const look = async (options?: CallOptions) => {
      const { data, ...rest } = await (typeof id === 'number'
        ? send('GET', '/api/mobile/jobs/{job_id}', { path: { job_id: id } }, options)
        : send('GET', '/api/jobs/{job_id}/status', { path: { job_id: id } }, options)
      ).withResponse()
      return { ...rest, snapshot: snapshotOf<T>(id, data, warnOnce) }
    }

    /** The id that revokes: a number is looked up among the account's jobs under way. */
    const queueId = async (options?: CallOptions): Promise<string> => {
      if (typeof id === 'string') return id
      const running = direct(send).list<'/api/me/jobs', JobFilter>('/api/me/jobs', 'jobs')
      for await (const row of running({ status: 'processing', limit: 100 }, options))
        if (row.id === id) return row.run_id
      throw new PlatelightError('job_finished', `Job ${id} is not under way.`)
    }

    const cancel = async (options?: CallOptions) =>
      send('DELETE', '/api/jobs/{job_id}', { path: { job_id: await queueId(options) } }, options)

    async function* watch({ deadlineMs = DEADLINE_MS, cancelOnAbort, signal, ...options }: WaitOptions = {}) {
      const wait = openAttempt(1, { clock, timeoutMs: deadlineMs, ...(signal && { signal }) })
      const within = { maxRetryAfterMs: core.maxRetryAfterMs, ...options, maxRetries: 0, signal: wait.signal }
      let last: JobSnapshot<T> | null = null
      let pauseMs = FIRST_PAUSE_MS
      let failures = 0
      try {
        for (;;) {
          const before = last
          let askedMs: number | null
          let rateLimit: RateLimit | undefined
          try {
            const { snapshot, meta, response } = await look(within)
            last = snapshot
            failures = 0
            rateLimit = meta.rateLimit
            askedMs = retryAfter(response.headers, clock.now())
          } catch (thrown) {
            const refusal = thrown as APIError
            rateLimit = refusal.rateLimit
            askedMs = refusal.retryAfterMs ?? null
            const isFinal = wait.signal.aborted || !mayPass(thrown) || (askedMs ?? 0) > within.maxRetryAfterMs
            if (isFinal || ++failures > TOLERATED) throw thrown
            log.info(`job ${id}: ${refusal.code}, asked again`)
          }
          if (last && told(last) !== told(before)) yield last
          if (last && hasEnded(last)) return
          await sleep(
            clock,
            Math.max(pauseMs * (0.9 + 0.2 * random()), askedMs === null ? 0 : afterAsked(askedMs, random)),
            wait.signal,
          )
          if (rateLimit) await send.room(rateLimit, { signal: wait.signal, maxRetryAfterMs: deadlineMs })
          pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)
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
      status: async (options) => (await look(options)).snapshot,
      async wait(options) {
        let last: JobSnapshot<T> | null = null
        for await (const snapshot of watch(options)) last = snapshot
        return outcomeOf(job, last)
      },
      [Symbol.asyncIterator]: () => watch(),
    }
    return job
  }

/** Any answer that is none, such as the page of a proxy, may be followed by a good one; a job is worth asking again. */
const mayPass = (thrown: unknown): boolean => thrown instanceof ConnectionError || isTransient(thrown)

function outcomeOf<T>(job: Job<T>, last: JobSnapshot<T> | null): T {
  if (last?.state === 'succeeded') return last.result as T
  throw new (last?.state === 'revoked' ? JobRevokedError : JobFailedError)(job, last)
}

const told = (snapshot: JobSnapshot | null) =>
  JSON.stringify([snapshot?.state, snapshot?.rawStatus, snapshot?.progress])

const hasEnded = ({ error, state }: JobSnapshot): boolean => error !== null || state === 'succeeded'
