import { AbortError } from '@platelight/sdk'
import { session } from '../../session/dashboard-session.ts'

/** How far the work is, in the words of the server. */
export interface Stage {
  readonly inQueue: boolean
  readonly percent?: number
  readonly words?: string
}

/** What a call is sent with, so that it can be followed. */
export interface CallHandle {
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** A call in progress that can be cancelled. */
export interface FollowedCall<T> {
  readonly result: Promise<T>
  /** Ends the work on the server, and `result` with an AbortError. Does nothing when the work has just ended. */
  cancel(): Promise<void>
}

const FIRST_LOOK_MS = 250
const LATER_LOOKS_MS = 1000

/**
 * Makes a call whose work is followed while it waits: the job of its key is found, and the events of the job are read until the
 * call has its reply. What goes wrong is said by the call alone.
 */
export function followCall<T>(
  call: (handle: CallHandle) => PromiseLike<T>,
  onStage: (stage: Stage) => void,
): FollowedCall<T> {
  const { client } = session
  // Not randomUUID, which browsers do not offer to pages without TLS.
  const idempotencyKey = [...crypto.getRandomValues(new Uint8Array(16))].join('-')
  const [stopped, over] = [new AbortController(), new AbortController()]
  const { signal } = over

  const findJob = async (): Promise<string> => {
    for (let wait = FIRST_LOOK_MS; ; wait = LATER_LOOKS_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      const { items } = await client.me.jobs({ idempotency_key: idempotencyKey, limit: 1 }, { signal })
      if (items[0]) return items[0].run_id
    }
  }
  const job = findJob()
  const follow = async () => {
    for await (const { state, progress } of client.jobs.events(await job, { signal })) {
      onStage({
        inQueue: state === 'pending',
        ...(progress && { percent: Math.floor(progress.percent), words: progress.status }),
      })
    }
  }
  follow().catch(() => undefined)

  // Whether the work was cancelled. If not, it ended first, or the call says what is wrong.
  let cancelled = Promise.resolve(false)
  const endWork = async () => {
    await client.jobs.delete(await job)
    return true
  }

  const result = (async () => {
    try {
      return await call({ idempotencyKey, signal: stopped.signal })
    } catch (error) {
      // The call may hear of the end of its work before the cancellation does.
      throw (await cancelled) ? new AbortError(error) : error
    } finally {
      over.abort()
    }
  })()

  return {
    result,
    async cancel() {
      cancelled = endWork().catch(() => false)
      if (await cancelled) stopped.abort()
    },
  }
}
