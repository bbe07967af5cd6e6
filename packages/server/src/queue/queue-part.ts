import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRunner } from './job-runner-port.ts'
import type { Queue } from './queue-port.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly owner: string
  readonly logger: Logger
  /** Which runs have ended or no longer exist. */
  readonly settledAmong: (runIds: readonly string[]) => Promise<readonly string[]>
}

interface Queueing {
  readonly queue: Queue
  readonly jobs: JobRunner
  /** Wakes this process, which has taken the job of sending these events. */
  readonly hearDeliveries: (endpointIds: readonly string[]) => Promise<void>
  /** Wakes this process, which has taken the job of sending letters. */
  readonly hearLetters: () => Promise<void>
}

/** Updates and jobs: within this process with SQLite, between processes with PostgreSQL. */
export const queuePart = part(async (needs: Needs) => {
  const { database } = needs.config
  const { close, ...queueing } = await (database ? shared(needs, database.directUrl) : inProcess(needs))
  const provides: Queueing = queueing
  return { provides, close }
})

async function inProcess({ logger, settledAmong }: Needs) {
  const [{ inProcessQueue }, { inProcessJobs }] = await Promise.all([
    import('./in-process-queue.ts'),
    import('./in-process-jobs.ts'),
  ])
  const isSettled = async (id: string) => (await settledAmong([id])).length > 0
  const nothing = async () => {}
  const queue = inProcessQueue({ isSettled })
  return { queue, jobs: inProcessJobs({ logger }), hearDeliveries: nothing, hearLetters: nothing, close: nothing }
}

async function shared(needs: Needs, url: string) {
  const { logger, config } = needs
  const [{ graphileJobs, migrateJobs }, { postgresQueue }, { notificationListener, noJobs }] = await Promise.all([
    import('./postgres/graphile-jobs.ts'),
    import('./postgres/postgres-queue.ts'),
    import('./postgres/notifications.ts'),
  ])
  await migrateJobs(url, logger)
  const working = config.role === 'api' ? undefined : graphileJobs({ url, logger })
  const jobs = working ?? noJobs()
  const notifications = working?.notifications ?? notificationListener({ url, logger })
  const listeners = { followers: config.role !== 'worker', workers: config.role !== 'api' }
  const queue = postgresQueue({ ...needs, notifications, listeners })
  const { hearDeliveries, hearLetters, close } = queue
  return { queue, jobs, hearDeliveries, hearLetters, close }
}
