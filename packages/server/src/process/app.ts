import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { HOUR_MS } from '../base/durations.ts'
import { document } from '../contract/openapi-document.ts'
import { oneEngine } from '../engines/engine-for.ts'
import type { Engine } from '../engines/engine-port.ts'
import { createEventLog } from '../events/log/event-log.ts'
import { expireEvents } from '../events/log/expire-events.ts'
import { readContract } from '../http/api-contract.ts'
import { createRateCounters } from '../http/limits/rate-counters.ts'
import { createEndpointCatalogue } from '../http/rehearse-request.ts'
import { createHttpServer } from '../http/server.ts'
import { createIdempotencyStore } from '../idempotency/idempotency-store.ts'
import { createAuthenticate } from '../keys/authenticate.ts'
import { createHandlers } from '../resources/index.ts'
import { createJobStreams } from '../resources/jobs/job-streams.ts'
import { createUploads } from '../resources/mobile/upload-service.ts'
import { createHealth } from '../resources/service/health-check.ts'
import { createWebPages } from '../web-pages/web-page-routes.ts'
import { chooseQueue } from './adapters.ts'
import { composeAuth } from './composition/compose-auth.ts'
import { composeNet } from './composition/compose-net.ts'
import { composeRuns, isSettledIn } from './composition/compose-runs.ts'
import { composeStorage } from './composition/compose-storage.ts'
import { composeWebhooks } from './composition/compose-webhooks.ts'
import { createPeriodicWork } from './composition/periodic-work.ts'
import type { Core } from './open-core.ts'
import { readPlatforms } from './platforms-file.ts'
import { rateCounterRepository } from './rate-counter-repository.ts'

const WRITE_BEHIND_MS = 5_000

/** Composes the service: storage, outgoing requests, runs, sign-in, webhooks, and HTTP in front of them. */
export async function createApp(options: {
  core: Core
  engine: Engine
  logger: Logger
  checkReplies: 'throw' | 'count'
  /** Identifies this process: in /health, and as the owner of the runs and deliveries that it works on. */
  instance?: string
}) {
  const { core, engine, checkReplies, instance: owner = randomUUID() } = options
  const { config, clock, ids, database, keys, sessions } = core
  const { publicUrl, upgradeUrl, docsUrl } = core.address
  const { db } = database

  const contract = readContract(document)
  const storage = await composeStorage(core, options.logger)
  const { blobs, links, quota, diskSpace, logger, uploadFolder } = storage
  const net = composeNet(config)
  const engineFor = oneEngine(engine)
  const queue = await chooseQueue({ isSettled: isSettledIn(db) })
  const events = createEventLog({ clock, ids, queue })
  const { dispatcher, ...running } = composeRuns(core, { engine, engineFor, queue, events, storage, net, owner })
  const { auth, backgroundMail } = await composeAuth(core, { queue, storage })
  const { deliverer, ...webhooks } = composeWebhooks(core, { queue, events, backgroundMail, storage, net, owner })
  const jobStreams = createJobStreams({ watch: queue.watch })
  const uploads = createUploads({
    ...{ db, blobs, links, ids, clock, quota, limits: config.limits, garbageAdded: queue.garbageAdded },
  })
  const idempotency = createIdempotencyStore({ database, clock, owner })
  const rates = createRateCounters({ clock })
  const health = createHealth({ db, blobs, engine, diskSpace, version: document.info.version })

  const handlers = createHandlers({
    ...running,
    ...webhooks,
    ...{
      db,
      clock,
      keys,
      auth,
      uploads,
      blobs,
      links,
      quota,
      engine,
      engineFor,
      jobStreams,
      health,
      document,
      publicUrl,
    },
    platforms: await readPlatforms(config.platformsFile, contract.checks),
    endpoints: createEndpointCatalogue(contract),
    appCallback: config.appCallback,
    enhanceDetail: config.enhanceUpscale === 'model',
    instance: owner,
  })

  const http = createHttpServer({
    ...{ contract, handlers, docsUrl, idempotency, diskSpace, rates, logger, uploadFolder, checkReplies },
    webPages: createWebPages({ docsUrl, publicUrl, upgradeUrl, health, document }),
    authenticate: createAuthenticate({ keys, sessions }),
    stableText: links.stable,
    trustProxy: config.trustProxy,
    limits: { jsonBytes: 1_000_000, fileBytes: config.limits.maxBytes, files: 20, fields: 50 },
  })

  const periodic = createPeriodicWork(logger)
  const writeBehind = async () => {
    await keys.flush()
    await rateCounterRepository(db).replaceAll(rates.snapshot())
  }

  return {
    http,
    dispatcher,
    deliverer,
    /** Takes over the work that an earlier process left, and starts. */
    async start(): Promise<void> {
      rates.restore(await rateCounterRepository(db).list())
      await dispatcher.start()
      await deliverer.start()
      const { every } = periodic
      every(WRITE_BEHIND_MS, writeBehind, 'counters were not written')
      every(HOUR_MS, uploads.expire, 'expired uploads were not removed')
      every(HOUR_MS, auth.expire, 'expired sessions, tokens and failures were not removed')
      every(HOUR_MS, webhooks.webhookEndpoints.expire, 'expired webhook secrets were not removed')
      every(HOUR_MS, () => expireEvents(db, clock.now()), 'old events were not removed')
      every(HOUR_MS, idempotency.expire, 'old idempotency keys were not removed')
    },
    /** Lets work finish within the grace time and hands back the rest. The core stays open. */
    async stop(graceMs: number): Promise<void> {
      periodic.stop()
      diskSpace.close()
      // The next start takes over what cannot be written. Such an error must not prevent the rest from stopping.
      const stopped = (work: Promise<void>) =>
        work.catch((error: unknown) => logger.error({ err: error }, 'not everything could be written at the end'))
      await Promise.all([stopped(dispatcher.stop(graceMs)), stopped(deliverer.stop(graceMs))])
      jobStreams.close()
      await engine.close()
      await net.close()
      await backgroundMail.settle()
      await stopped(writeBehind())
    },
  }
}
