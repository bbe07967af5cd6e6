import type { CallOptions } from '../transport/api-call.ts'
import { retryAfter } from '../transport/error-response.ts'
import { createList, type ListParams } from '../transport/paged-list.ts'
import { sleep, startAttempt } from '../transport/request-attempt.ts'
import { isTransient, withJitter } from '../transport/request-retries.ts'
import { type APIError, ConnectionError, PlatelightError, TimeoutError } from '../transport/sdk-errors.ts'
import type { Send } from '../transport/send-operation.ts'
import type { Core } from '../transport/send-request.ts'
import { JobFailedError, JobRevokedError, JobTimeoutError } from './job-errors.ts'
import type { Job, JobFilter, JobOf, WaitOptions } from './job-handle.ts'
import { type JobSnapshot, readSnapshot } from './job-snapshot.ts'

/** How many failed polls in a row are tolerated. */
const MAX_FAILURES = 5
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5000

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

    /** The id for cancelling. A job with a number has another id in the queue, which is looked up in the account's running jobs. */
    const queueId = async (options?: CallOptions): Promise<string> => {
      if (typeof id === 'string') return id
      const running: JobFilter & ListParams = { status: 'processing', limit: 100 }
      for await (const row of createList(send, '/api/me/jobs', 'jobs', undefined, running, options))
        if (row.id === id) return row.run_id
      throw new PlatelightError('job_finished', `Job ${id} is not running.`)
    }

    const cancel = async (options?: CallOptions) =>
      send('DELETE', '/api/jobs/{job_id}', { path: { job_id: await queueId(options) } }, options)

    /** Polls until the job has ended. `wait` is one attempt that spans all polls, and its signal ends each of them. */
    async function* pollUntilEnd(wait: ReturnType<typeof startAttempt>, options: CallOptions, deadlineMs: number) {
      const within = { maxRetryAfterMs: core.maxRetryAfterMs, ...options, maxRetries: 0, signal: wait.signal }
      let pauseMs = FIRST_PAUSE_MS
      let failures = 0
      for (;;) {
        const { snapshot, rateLimit, retryAfterMs }: PollResult<T> = await poll(within).catch((failure: APIError) => {
          const isFinal =
            wait.signal.aborted || !mayPass(failure) || Number(failure.retryAfterMs) > within.maxRetryAfterMs
          if (isFinal || ++failures > MAX_FAILURES) throw failure
          log.info(`job ${id}: ${failure.code}, polling again`)
          return failure
        })
        if (snapshot) {
          failures = 0
          yield snapshot
          if (snapshot.error || snapshot.state === 'succeeded') return
        }
        const restMs = pauseMs * (0.9 + 0.2 * random())
        await sleep(clock, Math.max(restMs, withJitter(retryAfterMs ?? 0, random)), wait.signal)
        if (rateLimit) await send.awaitRateLimit(rateLimit, { signal: wait.signal, maxRetryAfterMs: deadlineMs })
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)
      }
    }

    async function* watch({ deadlineMs = 600_000, cancelOnAbort, signal, ...options }: WaitOptions = {}) {
      const wait = startAttempt(1, clock, deadlineMs, signal)
      let last: JobSnapshot<T> | null = null
      let lastChange: string | undefined
      try {
        for await (last of pollUntilEnd(wait, options, deadlineMs)) {
          const change = JSON.stringify([last.state, last.rawStatus, last.progress])
          if (change !== lastChange) yield last
          lastChange = change
        }
      } catch (thrown) {
        if (!wait.signal.aborted) throw thrown
        if (wait.signal.reason instanceof TimeoutError) throw new JobTimeoutError(job, last, deadlineMs)
        // Not awaited, because the caller has aborted and must not wait.
        if (cancelOnAbort)
          cancel(options).catch((error) => log.warn(`job ${id} could not be cancelled: ${error.message}`))
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

/** The result of one poll. A failed poll has no snapshot, and a failed connection has no fields at all. */
type PollResult<T> = Partial<Pick<APIError, 'rateLimit' | 'retryAfterMs'>> & { readonly snapshot?: JobSnapshot<T> }

/** Whether a later poll may succeed. That includes an unusable answer, such as the error page of a proxy. */
const mayPass = (thrown: unknown): boolean => thrown instanceof ConnectionError || isTransient(thrown)

function resultOrThrow<T>(job: Job<T>, last: JobSnapshot<T> | null): T {
  if (last?.state === 'succeeded') return last.result as T
  throw new (last?.state === 'revoked' ? JobRevokedError : JobFailedError)(job, last)
}
