import type { Logger } from 'pino'
import type { Clock } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { ProgressReport } from '../../operations/operation-works.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { Progress } from '../run.ts'
import { batchRepository } from '../store/batch-repository.ts'
import { leaseRepository } from '../store/run-leases.ts'

/** Between two words about one run; whatever comes meanwhile is told by the next. */
const PAUSE_MS = 250

const progressOf = ({ current, total, status }: ProgressReport): Progress => ({
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
  /** The batch that it is an item of. */
  parentId: string | null
}): {
  tell(done: ProgressReport): void
  end(): Promise<void>
} {
  const { db, queue, clock, logger, owner, runId, parentId } = options
  let latest: ProgressReport | undefined
  let pause: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let ended = false

  const write = async (): Promise<void> => {
    const done = latest
    latest = undefined
    if (!done) return
    const at = clock.now().toISOString()
    const isOurs = await db.transaction().execute(async (tx) => {
      const advanced = await leaseRepository(tx).advance(runId, owner, { ...progressOf(done), at })
      if (advanced && parentId !== null) await batchRepository(tx).itemMoved(parentId, at)
      return advanced
    })
    if (!isOurs) return
    queue.progressed(runId)
    if (parentId !== null) queue.progressed(parentId)
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
