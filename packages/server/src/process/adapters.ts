import { join } from 'node:path'
import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Clock } from '../base/ports.ts'
import type { Blobs } from '../blobs/blob-store.ts'
import type { OnQuery, OpenDatabase } from '../database/open-database.ts'
import type { Engine } from '../engines/engine-port.ts'
import type { Mail } from '../mail/mail-port.ts'
import { databasePath } from './data-folder/open-data-folder.ts'

// Chooses the adapter of each port. No other file does. An adapter is imported only when it is chosen, so that the packages of
// other adapters are not loaded.

export async function chooseDatabase(
  { dataFolder, database }: Config,
  logger?: Logger,
  onQuery?: OnQuery,
): Promise<OpenDatabase> {
  if (database === undefined) {
    const { openSqlite } = await import('../database/open-sqlite.ts')
    return openSqlite(databasePath(dataFolder), onQuery)
  }
  const { openPostgres } = await import('../database/postgres/open-postgres.ts')
  return openPostgres({
    ...database,
    onQuery,
    onIdleError: (error) => logger?.warn({ err: error }, 'a connection to the database was lost'),
  })
}

/**
 * @param clock The time of the processes that share the store; that of this machine by default.
 * @returns `folders`: the local folders that hold blobs. Their disks must be watched.
 */
export async function chooseBlobs(
  { dataFolder, s3, outboundProxy: proxy }: Config,
  logger: Pick<Logger, 'error'>,
  clock?: Clock,
): Promise<{ blobs: Blobs; folders: readonly string[] }> {
  if (s3) {
    const { openS3 } = await import('./open-s3.ts')
    return { blobs: await openS3({ ...s3, proxy }, logger, clock), folders: [] }
  }
  const { diskBlobs } = await import('../blobs/disk-blobs.ts')
  const root = join(dataFolder, 'blobs')
  return { blobs: await diskBlobs({ root }), folders: [root] }
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

export const mailPart = part(
  async ({ config, publicUrl, logger }: { config: Config; publicUrl: () => string; logger: Logger }) => ({
    provides: { mail: await chooseMail(config, { publicUrl, logger }) },
  }),
)

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
  const { threads, limits, ffmpeg, dataFolder } = config
  const films = ffmpeg === undefined ? {} : { films: { ffmpeg, folder: join(dataFolder, 'incoming') } }
  const engine = poolEngine({ threads, limits, worker: new URL('./worker.js', import.meta.url), ...films, models })
  return { engine, preload: () => models.preload() }
}
