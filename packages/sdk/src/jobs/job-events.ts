import type { CallOptions } from '../transport/api-call.ts'
import { sleep, startAttempt } from '../transport/request-attempt.ts'
import { type Core, contentTypeOf } from '../transport/send-request.ts'
import { createEventReader } from './event-stream.ts'
import type { JobOf } from './job-handle.ts'
import { type JobSnapshot, readSnapshot } from './job-snapshot.ts'

const PATH = '/api/jobs/{job_id}/events'
/** The server sends the current state at once. A proxy that holds it back this long holds back everything. */
const FIRST_MS = 4000
/** The server sends a comment every 15 seconds. */
const QUIET_MS = 20_000
const RECONNECT_MS = 1000
/** How many connections in a row may bring nothing before the job is polled. */
const MAX_FRUITLESS = 2

/** Follows a queue job. */
export interface JobEvents {
  /**
   * Follows a job by server-sent events: yields its state now and after every change, until it has ended. A lost connection
   * is opened again, without what was received already. Where nothing arrives, as behind a proxy that holds events back, the job
   * is polled. A failed job does not throw: the last snapshot has its outcome.
   *
   * @throws AbortError as soon as `signal` aborts; NotFoundError if the job does not exist or belongs to another account.
   *
   * @example
   * for await (const { progress } of client.jobs.events(job_id)) console.log(progress?.percent, progress?.status)
   */
  // biome-ignore lint/style/useShorthandFunctionType: editors show only the comment of a call signature.
  <T = unknown>(id: string, options?: Pick<CallOptions, 'signal'>): AsyncGenerator<JobSnapshot<T>, void, undefined>
}

export const createJobEvents = ({ raw, fetch, clock, log }: Core, jobOf: JobOf): JobEvents =>
  async function* events<T>(id: string, { signal }: Pick<CallOptions, 'signal'> = {}) {
    let lastId: string | undefined
    let fruitless = 0

    /** One connection. Its end says nothing about the job. */
    async function* connection() {
      const closing = new AbortController()
      let patience = startAttempt(1, clock, FIRST_MS, signal)
      try {
        const params = { path: { job_id: id }, ...(lastId && { header: { 'Last-Event-ID': lastId } }) }
        const opened = raw.GET(PATH, {
          params,
          parseAs: 'stream',
          signal: closing.signal,
          fetch: (request) => fetch(request, `GET ${PATH}`),
        })
        const { data, response } = await patience.run(() => opened)
        if (response.status !== 200 || !data || !contentTypeOf(response).startsWith('text/event-stream')) {
          fruitless = MAX_FRUITLESS
          return
        }
        const reader = (data as ReadableStream<Uint8Array>).getReader()
        const decoder = new TextDecoder()
        const read = createEventReader()
        for (;;) {
          const { done, value } = await patience.run(() => reader.read())
          if (done) return
          patience.close()
          patience = startAttempt(1, clock, QUIET_MS, signal)
          for (const event of read(decoder.decode(value, { stream: true }))) {
            lastId = event.id ?? lastId
            yield readSnapshot<T>(id, JSON.parse(event.data), (status) => log.warn(`job ${id}: ${status}`))
          }
        }
      } catch (thrown) {
        if (signal?.aborted) throw thrown
        log.info(`job ${id}: the stream of events ended early: ${thrown}`)
      } finally {
        patience.close()
        closing.abort()
      }
    }

    for (; fruitless < MAX_FRUITLESS; fruitless++) {
      for await (const snapshot of connection()) {
        yield snapshot
        if (snapshot.error || snapshot.state === 'succeeded') return
        fruitless = 0
      }
      if (fruitless + 1 < MAX_FRUITLESS) await sleep(clock, RECONNECT_MS, signal)
    }
    // It also throws what keeps the events from coming, such as a job of another account.
    yield* jobOf<T>(id).watch({ ...(signal && { signal }) })
  }
