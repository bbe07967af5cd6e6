import type { Logger } from 'pino'
import type { Db } from '../database/open.ts'
import type { Done } from '../operations/work.ts'
import type { Clock } from '../ports.ts'
import type { Queue } from '../queue/queue.ts'
import { leaseRepository } from './leases.ts'
import type { Progress } from './run.ts'

/** Between two words about one run; whatever comes meanwhile is told by the next. */
const PAUSE_MS = 250

const progressOf = ({ current, total, status }: Done): Progress => ({
  current,
  total,
  percent: total > 0 ? Math.floor((100 * Math.min(current, total)) / total) : 0,
  status,
})

/**
 * Writes how far the work on a run is: the first word at once, then a few a second at most, and the last one always, unless
 * the work ends before. A word that cannot be written stops nothing.
 */
export function progressWriter(options: {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  owner: string
  runId: string
}): {
  tell(done: Done): void
  end(): Promise<void>
} {
  const { db, queue, clock, logger, owner, runId } = options
  let latest: Done | undefined
  let pause: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let ended = false

  const write = async (): Promise<void> => {
    const done = latest
    latest = undefined
    if (
      done &&
      (await leaseRepository(db).advance(runId, owner, { ...progressOf(done), at: clock.now().toISOString() }))
    )
      queue.moved(runId)
  }
  const flush = () => {
    if (!latest || ended) {
      pause = undefined
      return
    }
    pause = setTimeout(flush, PAUSE_MS)
    writing = writing.then(write).catch((error: unknown) => {
      logger.warn({ err: error, run: runId }, 'progress was not written')
    })
  }

  return {
    tell(done) {
      latest = done
      if (pause === undefined) flush()
    },
    /** Nothing is written after this. */
    async end() {
      ended = true
      clearTimeout(pause)
      await writing
    },
  }
}
