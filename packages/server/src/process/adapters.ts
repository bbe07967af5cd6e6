import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../base/config/server-config.ts'
import { DAY_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Blobs } from '../blobs/blob-store.ts'
import type { Db, OpenDatabase } from '../database/open-database.ts'
import type { Engine } from '../engines/engine-port.ts'
import type { RateCounters } from '../http/limits/rate-counters.ts'
import type { Mail } from '../mail/mail-port.ts'
import type { JobRunner } from '../queue/job-runner-port.ts'
import type { Queue } from '../queue/queue-port.ts'
import { databasePath } from './data-folder/open-data-folder.ts'

// Chooses the adapter of each port. No other file does. An adapter is imported only when it is chosen, so that the packages of
// other adapters are not loaded.

export async function chooseDatabase({ dataFolder, database }: Config, logger?: Logger): Promise<OpenDatabase> {
  if (database === undefined) {
    const { openSqlite } = await import('../database/open-sqlite.ts')
    return openSqlite(databasePath(dataFolder))
  }
  const { openPostgres } = await import('../database/postgres/open-postgres.ts')
  return openPostgres({
    ...database,
    onIdleError: (error) => logger?.warn({ err: error }, 'a connection to the database was lost'),
  })
}

/**
 * @param clock The time of the processes that share the store; that of this machine by default.
 * @returns `folders`: the local folders that hold blobs. Their disks must be watched.
 */
export async function chooseBlobs(
  { dataFolder, s3 }: Config,
  logger: Pick<Logger, 'error'>,
  clock?: Clock,
): Promise<{ blobs: Blobs; folders: readonly string[] }> {
  if (s3) {
    const { openS3 } = await import('./open-s3.ts')
    return { blobs: await openS3(s3, logger, clock), folders: [] }
  }
  const { diskBlobs } = await import('../blobs/disk-blobs.ts')
  const root = join(dataFolder, 'blobs')
  return { blobs: await diskBlobs({ root }), folders: [root] }
}

export interface Queueing {
  readonly queue: Queue
  readonly jobs: JobRunner
  /** Wakes this process, which has taken the job of sending these events. */
  readonly hearDeliveries: (endpointIds: readonly string[]) => Promise<void>
  /** Wakes this process, which has taken the job of sending letters. */
  readonly hearLetters: () => Promise<void>
  close(): Promise<void>
}

/** @param deps.settledAmong Which runs have ended or no longer exist. */
export async function chooseQueue(
  { database, role }: Config,
  deps: {
    db: Db
    owner: string
    logger: Logger
    settledAmong: (runIds: readonly string[]) => Promise<readonly string[]>
  },
): Promise<Queueing> {
  const { logger, settledAmong } = deps
  if (database === undefined) {
    const [{ inProcessQueue }, { inProcessJobs }] = await Promise.all([
      import('../queue/in-process-queue.ts'),
      import('../queue/in-process-jobs.ts'),
    ])
    const isSettled = async (id: string) => (await settledAmong([id])).length > 0
    const nothing = async () => {}
    return {
      queue: inProcessQueue({ isSettled }),
      jobs: inProcessJobs({ logger }),
      hearDeliveries: nothing,
      hearLetters: nothing,
      close: nothing,
    }
  }
  const [{ graphileJobs, migrateJobs }, { postgresQueue }, { notificationListener, noJobs }] = await Promise.all([
    import('../queue/postgres/graphile-jobs.ts'),
    import('../queue/postgres/postgres-queue.ts'),
    import('../queue/postgres/notifications.ts'),
  ])
  const url = database.directUrl
  await migrateJobs(url, logger)
  const working = role === 'api' ? undefined : graphileJobs({ url, logger })
  const jobs = working ?? noJobs()
  const notifications = working?.notifications ?? notificationListener({ url, logger })
  const listeners = { followers: role !== 'worker', workers: role !== 'api' }
  const queue = postgresQueue({ ...deps, notifications, listeners })
  const { hearDeliveries, hearLetters, close } = queue
  return { queue, jobs, hearDeliveries, hearLetters, close }
}

/** Rate counters, and what must be done for them besides counting. */
export interface RateCounting {
  readonly rates: RateCounters
  /** Reads what an earlier process has counted. */
  restore(): Promise<void>
  /** Stores what has been counted. Called every few seconds. */
  flush(): Promise<void>
  /** Forgets what was counted for a subject, such as an account that is deleted. */
  forget(subject: string): Promise<void>
  /** Removes counters that no longer count. Called every hour. */
  expire(): Promise<void>
}

export async function chooseRateCounters(
  { database }: Config,
  { db, clock }: { db: Db; clock: Clock },
): Promise<RateCounting> {
  const { sharedCounterRepository, storedCounterRepository } = await import('./rate-counter-repository.ts')
  const nothing = async () => {}
  if (database === undefined) {
    const { memoryRateCounters } = await import('../http/limits/memory-rate-counters.ts')
    const rates = memoryRateCounters({ clock })
    const stored = storedCounterRepository(db)
    return {
      rates,
      restore: async () => rates.restore(await stored.list()),
      flush: () => stored.replaceAll(rates.snapshot()),
      forget: async (subject) => {
        rates.forget(subject)
        await stored.replaceAll(rates.snapshot())
      },
      expire: nothing,
    }
  }
  const { sharedRateCounters } = await import('../http/limits/shared-rate-counters.ts')
  const store = sharedCounterRepository(db)
  return {
    rates: sharedRateCounters({ store, clock }),
    restore: nothing,
    flush: nothing,
    forget: (subject) => store.removeOf(subject),
    expire: () => store.removeOlder(clock.now().getTime() - DAY_MS),
  }
}

/** @throws ConfigError when the key that signs messages cannot be read. */
export async function chooseMail(
  { dataFolder, mail }: Config,
  { publicUrl, logger }: { publicUrl: () => string; logger: Logger },
): Promise<Mail> {
  if (mail) {
    const { openSmtp } = await import('./open-smtp.ts')
    return openSmtp(mail, logger)
  }
  const [{ outboxMail }, { defaultSender }] = await Promise.all([
    import('../mail/adapters/outbox-mail.ts'),
    import('../mail/adapters/message-source.ts'),
  ])
  const folder = join(dataFolder, 'outbox')
  logger.info({ outbox: folder }, 'no mail server is set: messages are written into the outbox folder')
  return outboxMail({ folder, sender: () => defaultSender(publicUrl()) })
}

/** @returns `preload`: loads the networks that must be in memory before the first request. */
export async function chooseEngine(
  config: Config,
  logger: Logger,
): Promise<{ engine: Engine; preload: () => Promise<unknown> }> {
  const [{ poolEngine }, { modelThread }, { modelSettings }, { Worker }] = await Promise.all([
    import('../engines/thread-pool-engine.ts'),
    import('../models/thread/model-thread.ts'),
    import('../models/model-settings.ts'),
    import('node:worker_threads'),
  ])
  const models = modelThread({
    settings: modelSettings(config),
    onTrouble: (problem) => logger.warn(problem),
    start: (workerData) => new Worker(new URL('./model-thread.js', import.meta.url), { workerData }),
  })
  const { threads, limits } = config
  const engine = poolEngine({ threads, limits, worker: new URL('./worker.js', import.meta.url), models })
  return { engine, preload: () => models.preload() }
}
