import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../base/config/server-config.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Blobs } from '../blobs/blob-store.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import type { Engine } from '../engines/engine-port.ts'
import type { Mail } from '../mail/mail-port.ts'
import type { Queue } from '../queue/queue-port.ts'
import { databasePath } from './data-folder/open-data-folder.ts'

// Chooses the adapter of each port. No other file does. An adapter is imported only when it is chosen, so that the packages of
// other adapters are not loaded.

export async function chooseDatabase({ dataFolder }: Config): Promise<OpenDatabase> {
  const { openDatabase } = await import('../database/open-database.ts')
  return openDatabase(databasePath(dataFolder))
}

/** @returns `folders`: the local folders that hold blobs. Their disks must be watched. */
export async function chooseBlobs({ dataFolder }: Config): Promise<{ blobs: Blobs; folders: readonly string[] }> {
  const { diskBlobs } = await import('../blobs/disk-blobs.ts')
  const root = join(dataFolder, 'blobs')
  return { blobs: await diskBlobs({ root }), folders: [root] }
}

/** @param deps.isSettled Whether a run has ended or no longer exists. */
export async function chooseQueue(deps: { isSettled: (runId: string) => Promise<boolean> }): Promise<Queue> {
  const { inProcessQueue } = await import('../queue/in-process-queue.ts')
  return inProcessQueue(deps)
}

export async function chooseMail(
  { dataFolder }: Config,
  deps: { publicUrl: () => string; ids: Ids; clock: Clock; logger: Logger },
): Promise<Mail> {
  const { outboxMail } = await import('../mail/outbox-mail.ts')
  const { logger, ...rest } = deps
  const folder = join(dataFolder, 'outbox')
  logger.info({ outbox: folder }, 'no mail server is set: messages are written into the outbox folder')
  return outboxMail({ folder, ...rest })
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
