import { createHash } from 'node:crypto'
import { ServiceError } from '../../base/service-error.ts'
import { isFinished, type Run } from '../../runs/run.ts'

/** The most streams that one account may have open in this process, whose connections they hold. Each process counts by itself. */
const MOST_STREAMS = 50
/**
 * The interval of comments that show that the connection is alive. The table is read as well, for changes by other
 * processes.
 */
const PULSE_MS = 15_000
/** The time after which a disconnected client reconnects. */
const RETRY_MS = 2_000

/** Calls the listener whenever a run makes progress or ends, until the returned function is called. */
type Watch = (runId: string, listener: () => void) => () => void

export interface Watched {
  readonly run: Run
  /** The body of the status endpoint. */
  readonly status: object
}

/** Streams of job updates. Each stream sends the status of one job at once and after every change, until the job ends. */
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
    const updates = collectUpdates(watch, first.run.id, signal)
    try {
      yield `retry: ${RETRY_MS}\n\n`
      let sent = seen
      // Read again, because the job may have changed between the first read and the start of listening.
      for (let current = await read(); ; current = await read()) {
        const id = versionOf(current.run)
        if (id !== sent) yield `id: ${id}\nevent: status\ndata: ${JSON.stringify(current.status)}\n\n`
        sent = id
        if (isFinished(current.run) || signal.aborted) return
        while (!(await updates.next(pulseMs)) && !signal.aborted) {
          if (versionOf((await read()).run) !== sent) break
          yield ': still here\n\n'
        }
        if (signal.aborted) return
      }
    } catch (error) {
      // The job was deleted meanwhile, so there is nothing more to send.
      if (!(error instanceof ServiceError)) throw error
    } finally {
      updates.end()
      leave()
    }
  }

  return {
    /**
     * The events of a job; undefined when the client already has its end.
     *
     * @param read the current state of the job
     * @param lastId the id of the last event that the client received
     * @param signal ends the stream; so does the end of the server
     * @returns texts that must be iterated, because only a started stream gives its slot back when it ends
     * @throws ServiceError errors of `read`; `rate_limited` for an account with too many streams
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

    /** Ends all streams. Their clients reconnect and get the rest. */
    close: (): void => closing.abort(),
  }
}

/** A hash that changes when the run changes. Links, which are signed anew on every read, are not part of it. */
const versionOf = ({ state, attempts, progress }: Run): string =>
  createHash('sha256')
    .update(JSON.stringify([state, attempts, progress]))
    .digest('hex')
    .slice(0, 16)

/** Collects updates of a run, also between two calls of `next`. */
function collectUpdates(watch: Watch, runId: string, signal: AbortSignal) {
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
    /** Waits for the next update, at most `ms`. Returns whether there was one. */
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
