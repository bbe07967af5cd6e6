import { createHash } from 'node:crypto'
import { ServiceError } from '../../base/service-error.ts'
import { isFinished, type Run } from '../../runs/run.ts'

/** Streams of one account that may be open at the same time. Each holds a connection. */
const MOST_STREAMS = 50
/** A comment at least so often keeps the connection known to be alive; the table is looked at too, for news of elsewhere. */
const PULSE_MS = 15_000
/** Whoever was cut off comes back after so long. */
const RETRY_MS = 2_000

/** Calls back whenever a run moved or ended, until what is given back is called. */
type Watch = (runId: string, listener: () => void) => () => void

export interface Watched {
  readonly run: Run
  /** The body of the status endpoint. */
  readonly status: object
}

export type JobStreams = ReturnType<typeof createJobStreams>

/** Jobs that are followed: each stream tells one job's status at once and at every change, until it ends. */
export function createJobStreams({ watch, pulseMs = PULSE_MS }: { watch: Watch; pulseMs?: number }) {
  const open = new Map<string, number>()
  const closing = new AbortController()

  const enter = (accountId: string): (() => void) => {
    const others = open.get(accountId) ?? 0
    if (others >= MOST_STREAMS) throw tooMany()
    open.set(accountId, others + 1)
    return () => {
      const left = (open.get(accountId) ?? 1) - 1
      if (left > 0) open.set(accountId, left)
      else open.delete(accountId)
    }
  }

  async function* follow(
    read: () => Promise<Watched>,
    first: Watched,
    seen: string | undefined,
    signal: AbortSignal,
    leave: () => void,
  ): AsyncGenerator<string> {
    const news = newsOf(watch, first.run.id, signal)
    try {
      yield `retry: ${RETRY_MS}\n\n`
      let told = seen
      // Read again: it may have moved between the first look and listening.
      for (let current = await read(); ; current = await read()) {
        const id = versionOf(current.run)
        if (id !== told) yield `id: ${id}\nevent: status\ndata: ${JSON.stringify(current.status)}\n\n`
        told = id
        if (isFinished(current.run) || signal.aborted) return
        while (!(await news.next(pulseMs)) && !signal.aborted) {
          if (versionOf((await read()).run) !== told) break
          yield ': still here\n\n'
        }
        if (signal.aborted) return
      }
    } catch (error) {
      // Deleted while it was followed: there is nothing more to tell.
      if (!(error instanceof ServiceError)) throw error
    } finally {
      news.end()
      leave()
    }
  }

  return {
    /**
     * The events of a job, or nothing where its end was told before.
     *
     * @param read the job as it is now
     * @param lastId of the last event that the caller received
     * @param signal ends the stream; so does the server's own end
     * @returns texts that are to be begun, because only what was begun frees its place when it ends
     * @throws ServiceError what `read` throws; `rate_limited` for an account that follows too many
     */
    async open(request: {
      accountId: string
      read: () => Promise<Watched>
      lastId: string | undefined
      signal: AbortSignal
    }): Promise<AsyncIterable<string> | undefined> {
      const { accountId, read, lastId, signal } = request
      const first = await read()
      if (isFinished(first.run) && versionOf(first.run) === lastId) return undefined
      const leave = enter(accountId)
      return follow(read, first, lastId, AbortSignal.any([signal, closing.signal]), leave)
    },

    /** Ends all of them: who follows comes back and is told the rest. */
    close: (): void => closing.abort(),
  }
}

/** The same for as long as nothing happens; links, which are signed anew on every read, do not count. */
const versionOf = ({ state, attempts, progress }: Run): string =>
  createHash('sha256')
    .update(JSON.stringify([state, attempts, progress]))
    .digest('hex')
    .slice(0, 16)

/** Whether something happened to a run, also while nobody was asking. */
function newsOf(watch: Watch, runId: string, signal: AbortSignal) {
  let happened = false
  let wake = () => {}
  const stir = () => {
    happened = true
    wake()
  }
  const unwatch = watch(runId, stir)
  const leave = () => wake()
  signal.addEventListener('abort', leave)
  return {
    /** Waits for the next word, no longer than `ms`. Tells whether there was one. */
    async next(ms: number): Promise<boolean> {
      if (!happened && !signal.aborted) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, ms)
        })
        clearTimeout(timer)
      }
      const did = happened
      happened = false
      return did
    },
    end() {
      unwatch()
      signal.removeEventListener('abort', leave)
    },
  }
}

const tooMany = () =>
  new ServiceError(
    'rate_limited',
    `This account already follows ${MOST_STREAMS} jobs, which is the limit. Close one of these streams, or poll the status.`,
    {},
    15,
  )
