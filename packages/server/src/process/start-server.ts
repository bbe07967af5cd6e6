import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../base/config/server-config.ts'
import { asDataFolderError } from '../base/data-folder-error.ts'
import { DatabaseUnreachable } from '../base/database-error.ts'
import { document } from '../contract/openapi-document.ts'
import { createSocketServer } from '../http/connection/socket-server.ts'
import type { HttpServer } from '../http/server.ts'
import { chooseEngine } from './adapters.ts'
import { createApp } from './app.ts'
import { lockFolder, sharedFolder } from './data-folder/folder-lock.ts'
import { openDataFolder } from './data-folder/open-data-folder.ts'
import { requireSameContract } from './installation/installation-agreement.ts'
import type { ToldOwnership } from './installation/installation-ownership.ts'
import { type Core, openCore } from './open-core.ts'
import { openLog, settleLog } from './open-log.ts'

export interface RunningServer {
  readonly url: string
  /** Resolves when the data folder has gone, after the log says so. The process should then end. */
  readonly lost: Promise<string>
  /** Stops accepting requests, lets work finish within the grace time, and hands back the rest. Safe to call twice. */
  stop(): Promise<void>
}

/** Connections that are idle when the process begins to stop, or stay open after the work has ended, are cut after this time. */
const IDLE_CUT_MS = 1_000

/**
 * Starts the whole service in this process.
 *
 * @param options.envFile The file whose settings were read, for the log.
 * @param options.newSecrets Creates lost secrets again, instead of refusing to start.
 * @param options.told What the operator says of a database that may be a copy.
 * @param options.setupLink Logs a link with which the first administrator is made, while there is none.
 * @throws FolderInUse when another server holds the data folder.
 * @throws DataFolderError when it cannot be used, or when other processes of its database do not fit this one.
 */
export async function startServer(
  config: Config,
  options: {
    logger?: Logger
    envFile?: string | undefined
    newSecrets?: boolean
    setupLink?: boolean
    told?: ToldOwnership | undefined
  } = {},
): Promise<RunningServer> {
  const logger = options.logger ?? (await openLog(config))
  await openDataFolder(config.dataFolder)
  // With PostgreSQL, several processes may share the folder.
  const lock = config.database === undefined ? await lockFolder(config.dataFolder) : sharedFolder()
  let opened: Core | undefined
  let started: { app: Awaited<ReturnType<typeof createApp>>; server?: Server } | undefined
  try {
    await refusePool(config)
    // Loaded only where it is wanted.
    const metrics = config.metrics && (await import('./metrics/open-metrics.ts')).openMetrics(config)
    const onQuery = metrics?.measures.query
    const core = await openCore(config, { newSecrets: options.newSecrets ?? false, logger, onQuery })
    opened = core
    await rebuildAfterDeletions(core, logger)
    await requireSameContract(core, document.info.version)
    const { engine, preload } = await chooseEngine(config, logger)
    const app = await createApp({
      core,
      engine,
      logger,
      checkReplies: 'count',
      instance: lock.instance,
      told: options.told,
      metrics,
    })
    started = { app }
    await preload()

    const server = await createListener(config, app.http, logger)
    started = { app, server }
    const url = await listen(server, config)
    core.address.listensOn(url)
    await app.start()
    // Not the public address: programs on this machine connect to it.
    lock.announce(url)
    app.http.compile()
    if (options.setupLink && config.role !== 'worker') await announceSetup(app, logger)
    // Problems of a model are logged now, not only when it is first needed.
    void engine.serving()
    const { envFile } = options
    logger.info(
      {
        url,
        worker: config.workerName,
        data: config.dataFolder,
        threads: config.threads,
        ...(envFile && { env_file: envFile }),
      },
      'ready',
    )

    let stopping: Promise<void> | undefined
    const stop = async () => {
      logger.info('stopping')
      app.draining.begin()
      await sleep(config.drainMs)
      // Not that of HTTP, which cuts connections that are idle now, just as the next request of a proxy may come on them.
      const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve))
      const idle = setTimeout(() => server.closeIdleConnections(), IDLE_CUT_MS)
      // Requests that wait for a run get their reply when it ends, so both drain together.
      await app.stop(config.graceMs)
      const cut = setTimeout(() => server.closeAllConnections(), IDLE_CUT_MS)
      await closed
      for (const timer of [idle, cut]) clearTimeout(timer)
      server.close()
      await core.close()
      lock.release()
      logger.info('stopped')
      await settleLog(logger)
    }
    // The work cannot be handed back, because nothing can be written any more.
    const lost = lock.lost.then(async (why) => {
      logger.fatal(why)
      await settleLog(logger)
      return why
    })
    return { url, lost, stop: () => (stopping ??= stop()) }
  } catch (error) {
    // What is open would keep the process from ending, and would answer requests.
    started?.server?.close()
    started?.server?.closeAllConnections()
    await started?.app.stop(0).catch(() => {})
    await opened?.close().catch(() => {})
    lock.release()
    throw asDataFolderError(config.dataFolder, error)
  }
}

/** Without a connection of its own a process would wait for notifications in vain, and its jobs would fail minutes later. */
async function refusePool({ database }: Config): Promise<void> {
  if (database === undefined) return
  const [{ isPooled, POOLED }, { withoutPassword }] = await Promise.all([
    import('../database/postgres/pooled-address.ts'),
    import('../database/postgres/open-postgres.ts'),
  ])
  const isOne = await isPooled(database.directUrl).catch((error: unknown) => {
    throw DatabaseUnreachable.from(error, withoutPassword(database.directUrl))
  })
  if (isOne) throw new ConfigError([POOLED])
}

async function announceSetup(app: Awaited<ReturnType<typeof createApp>>, logger: Logger): Promise<void> {
  const setup = await app.setupLink()
  if (setup) logger.info({ setup }, 'there is no administrator: this link creates one, once, within an hour')
}

/** The start goes on without it, for example when the disk has no room for a second file. */
async function rebuildAfterDeletions({ database }: Core, logger: Logger): Promise<void> {
  await database.dialect.rebuildAfterDeletions(database.db).then(
    (isRebuilt) => isRebuilt && logger.info('the database was rebuilt, because accounts have been deleted'),
    (error: unknown) => logger.warn({ err: error }, 'the database was not rebuilt after accounts have been deleted'),
  )
}

async function createListener(config: Config, http: HttpServer, logger: Logger): Promise<Server> {
  const { tls, sendTimeoutMs, maxConnections: total, trustProxy } = config
  const read = (setting: string, path: string) =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError([`${setting} names a file that cannot be read: ${error.message}`])
    })
  return createSocketServer(http, {
    tls: tls && {
      cert: await read('PLATELIGHT_TLS_CERT', tls.cert),
      key: await read('PLATELIGHT_TLS_KEY', tls.key),
    },
    sendTimeoutMs,
    // Behind a proxy all connections come from its address.
    connections: { total, perAddress: trustProxy > 0 ? undefined : Math.ceil(total / 4), logger },
  })
}

async function listen(server: Server, { host, port, tls }: Config): Promise<string> {
  server.requestTimeout = 300_000
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([notListening(error, { host, port })])
  })
  const { port: actual } = server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${shown}:${actual}`
}

function notListening({ code, message }: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): string {
  const another = 'Choose another port with --port or PLATELIGHT_PORT, or 0 for any free one.'
  if (code === 'EADDRINUSE') return `port ${port} of ${host} is used by another program. ${another}`
  if (code === 'EACCES') return `this user may not open port ${port}. ${another}`
  if (code === 'EADDRNOTAVAIL') return `PLATELIGHT_HOST (${host}) is not an address of this machine`
  return `the server cannot listen on PLATELIGHT_HOST (${host}) and PLATELIGHT_PORT (${port}): ${message}`
}
