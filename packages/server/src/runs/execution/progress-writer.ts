import type { Logger } from 'pino'
import type { Clock } from '../../base/ports.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { ProgressReport } from '../../operations/define-work.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { Progress } from '../run.ts'
import { batchRepository } from '../store/batch-repository.ts'
import { runRepository } from '../store/run-repository.ts'

/** The time between two writes for one run. An earlier report waits, and a later one replaces it. */
const PAUSE_MS = 250

export interface ProgressWriter {
  report(progress: ProgressReport): void
  /** Nothing is written after this. */
  end(): Promise<void>
}

const progressOf = ({ current, total, status }: ProgressReport): Progress => ({
  current,
  total,
  percent: total > 0 ? Math.floor((100 * Math.min(current, total)) / total) : 0,
  status,
})

/**
 * Writes the progress of a run: the first report at once, then at most a few per second, and always the last one, unless the
 * work ends before. An error while writing a report does not stop the work.
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
}): ProgressWriter {
  const { db, queue, clock, logger, owner, runId, parentId } = options
  let latest: ProgressReport | undefined
  let pause: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let ended = false

  const write = async (): Promise<void> => {
    const report = latest
    latest = undefined
    if (!report) return
    const at = clock.now().toISOString()
    // Holds by the lease, which is a condition of the update.
    const isOurs = await inTransaction(db, async (tx) => {
      const written = await runRepository(tx).setProgress(runId, owner, { ...progressOf(report), at })
      if (written && parentId !== null) await batchRepository(tx).itemProgressed(parentId, at)
      return written
    })
    if (!isOurs) return
    queue.progressed(runId)
    if (parentId !== null) queue.progressed(parentId)
  }

  const flush = (): void => {
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
    report(progress) {
      latest = progress
      if (pause === undefined) flush()
    },
    async end() {
      ended = true
      clearTimeout(pause)
      await writing
    },
  }
}
