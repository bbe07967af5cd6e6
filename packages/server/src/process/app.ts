import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { accountRepository } from '../accounts/account-repository.ts'
import { diskBlobs } from '../blobs/disk-blobs.ts'
import { createSignedLinks } from '../blobs/signed-links.ts'
import { createStorageQuota } from '../blobs/storage-quota.ts'
import { document } from '../contract/openapi-document.ts'
import { oneEngine } from '../engines/engine-for.ts'
import type { Engine } from '../engines/engine-port.ts'
import { notifyDisabledEndpoint } from '../events/endpoints/notify-disabled-endpoint.ts'
import { createSecretCipher } from '../events/endpoints/secret-cipher.ts'
import { createEventLog } from '../events/log/event-log.ts'
import { expireEvents } from '../events/log/expire-events.ts'
import { createWebhookDeliverer } from '../events/sending/webhook-deliverer.ts'
import { readContract } from '../http/api-contract.ts'
import { createRateCounters } from '../http/limits/rate-counters.ts'
import { createEndpointCatalogue } from '../http/rehearse-request.ts'
import { createHttpServer } from '../http/server.ts'
import { createIdempotencyStore } from '../idempotency/idempotency-store.ts'
import { createAuthenticate } from '../keys/authenticate.ts'
import { createBackgroundMail } from '../mail/background-mail.ts'
import { outboxMail } from '../mail/outbox-mail.ts'
import { imageAddresses, isRefusedAsWritten, receiverAddresses } from '../net/address-policy.ts'
import { createNameResolver } from '../net/name-resolver.ts'
import { createSafeFetch } from '../net/safe-fetch.ts'
import { createSafePost } from '../net/safe-post.ts'
import { OPERATIONS } from '../operations/image-operations.ts'
import { inProcessQueue } from '../queue/in-process-queue.ts'
import { createAuthService } from '../resources/auth/auth-service.ts'
import { createHandlers } from '../resources/index.ts'
import { createJobStreams } from '../resources/jobs/job-streams.ts'
import { createUploads } from '../resources/mobile/upload-service.ts'
import { createHealth } from '../resources/service/health-check.ts'
import { createReceiverUrlCheck } from '../resources/webhooks/receiver-url.ts'
import { createWebhookDeliveryService } from '../resources/webhooks/webhook-delivery-service.ts'
import { createWebhookEndpointService } from '../resources/webhooks/webhook-endpoint-service.ts'
import { createSampleEvents } from '../resources/webhooks/webhook-samples.ts'
import { createDeferredSettlements } from '../runs/execution/deferred-settlements.ts'
import { createDurationEstimate } from '../runs/execution/duration-estimate.ts'
import { createExecutor } from '../runs/execution/run-executor.ts'
import { createSources } from '../runs/execution/run-sources.ts'
import { isFinished } from '../runs/run.ts'
import { createRuns } from '../runs/runs.ts'
import { createDispatcher } from '../runs/scheduling/dispatcher.ts'
import { runRepository } from '../runs/store/run-repository.ts'
import { createWorkerRegistry } from '../runs/store/worker-registry.ts'
import { createViews } from '../runs/views/run-views.ts'
import { createWebPages } from '../web-pages/web-page-routes.ts'
import { quietWhenFull, watchDiskSpace } from './data-folder/disk-space.ts'
import type { Core } from './open-core.ts'
import { readPlatforms } from './platforms-file.ts'
import { rateStore } from './rate-store.ts'

/** Sources are fetched while the threads are busy with others, so a few more runs are taken than there are threads. */
const FETCHING_AHEAD = 2
/** Passwords hashed at once: half the processor at most, and of Node's four threads for such work half as well. */
const MOST_HASHING = 2
/** What a receiver of events has to answer within. */
const WEBHOOK_MS = 5_000
const WRITE_BEHIND_MS = 5_000
const HOUR_MS = 3_600_000

/**
 * The composition root: the only file that chooses adapters and knows everybody.
 */
export async function createApp(options: {
  core: Core
  engine: Engine
  logger: Logger
  checkReplies: 'throw' | 'count'
  /** Names this process, in /health and as the owner of what it works on. */
  instance?: string
}) {
  const { core, engine, checkReplies, instance: owner = randomUUID() } = options
  const { config, clock, ids, database, ledger, keys, sessions, secrets } = core
  const { publicUrl, upgradeUrl, docsUrl } = core.address
  const { db } = database
  const uploadFolder = join(config.dataFolder, 'incoming')
  await rm(uploadFolder, { recursive: true, force: true })
  await mkdir(uploadFolder, { recursive: true })

  const contract = readContract(document)
  const platforms = await readPlatforms(config.platformsFile, contract.checks)
  const blobFolder = join(config.dataFolder, 'blobs')
  const blobs = await diskBlobs({ root: blobFolder })
  const diskSpace = watchDiskSpace({
    folders: [config.dataFolder, blobFolder],
    minFreeBytes: config.minFreeBytes,
    logger: options.logger,
  })
  await diskSpace.watch()
  const logger = quietWhenFull(options.logger, diskSpace)
  const deferredSettlements = createDeferredSettlements()
  const links = createSignedLinks({ publicUrl, cdnUrl: config.cdnUrl, key: secrets.links, now: () => clock.now() })
  const { maxBytes, downloadMs, redirects } = config.limits
  const names = createNameResolver({
    useSystemResolver: config.allowPrivateUrls,
    ...(config.nameServers.length > 0 && { servers: config.nameServers }),
  })
  const fetch = createSafeFetch({
    ...{ maxBytes, timeoutMs: downloadMs, maxRedirects: redirects, resolveName: names },
    allows: imageAddresses(config),
  })

  const isSettled = async (id: string) => {
    const run = await runRepository(db).get(id)
    return run === undefined || isFinished(run)
  }
  const queue = inProcessQueue({ isSettled })
  const events = createEventLog({ clock, ids, queue })
  const views = createViews({ links })
  const quota = createStorageQuota(config.storage)
  const sources = createSources({ db, blobs, links, fetch, limits: config.limits })
  const runs = createRuns({
    database,
    ledger,
    events,
    queue,
    ids,
    clock,
    sources,
    quota,
    deferredSettlements,
    maxQueued: config.maxQueued,
  })
  const durationEstimate = createDurationEstimate({
    threads: config.threads,
    limits: config.limits,
    serving: engine.serving,
  })
  const engineFor = oneEngine(engine)
  const executor = createExecutor({
    ...{
      database,
      ledger,
      events,
      queue,
      blobs,
      sources,
      quota,
      views,
      engineFor,
      durationEstimate,
      ids,
      clock,
      logger,
      owner,
      upgradeUrl,
    },
    deferredSettlements,
  })
  const concurrency = engine.capacity + FETCHING_AHEAD
  const workers = createWorkerRegistry({ db, clock, id: owner, engine })
  const dispatcher = createDispatcher({
    ...{ database, queue, blobs, executor, clock, logger, owner, concurrency, workers, deferredSettlements },
  })
  const jobStreams = createJobStreams({ watch: queue.watch })

  const uploads = createUploads({
    db,
    blobs,
    links,
    ids,
    clock,
    limits: config.limits,
    quota,
    swept: queue.garbageAdded,
  })
  const outbox = join(config.dataFolder, 'outbox')
  const mail = outboxMail({ folder: outbox, publicUrl, ids, clock })
  logger.info({ outbox }, 'no mail server is set: messages are written into the outbox folder')
  const backgroundMail = createBackgroundMail({ mail, logger })
  const { signupCredits, passwordResetUrl, appCallback } = config
  const hashing = Math.max(1, Math.min(MOST_HASHING, Math.floor(config.threads / 2)))
  const settings = { signupCredits, passwordResetUrl, hashing }
  const auth = createAuthService({
    ...{ db, ids, clock, ledger, sessions, backgroundMail, keys, publicUrl, settings, swept: queue.garbageAdded },
  })
  const cipher = createSecretCipher(secrets.webhooks)
  const receivers = receiverAddresses(config)
  const safePost = createSafePost({ timeoutMs: WEBHOOK_MS, allows: receivers, resolveName: names })
  const onDisabled = notifyDisabledEndpoint({
    verifiedEmail: (accountId) => accountRepository(db).verifiedEmail(accountId),
    ...{ backgroundMail, publicUrl },
  })
  const deliverer = createWebhookDeliverer({
    database,
    queue,
    post: safePost,
    cipher,
    clock,
    logger,
    owner,
    onDisabled,
  })
  const webhookEndpoints = createWebhookEndpointService({
    ...{ db, ids, clock, cipher },
    checkUrl: createReceiverUrlCheck({
      production: config.production,
      isRefused: (host) => isRefusedAsWritten(host, receivers),
    }),
  })
  const webhookDeliveries = createWebhookDeliveryService({
    ...{ db, clock, events },
    sample: createSampleEvents({ document, publicUrl, ids, clock }),
  })
  const idempotency = createIdempotencyStore({ database, clock, owner })
  const rates = createRateCounters({ clock })
  const stored = rateStore(db, rates)
  const health = createHealth({ db, blobs, engine, diskSpace, version: document.info.version })
  const handlers = createHandlers({
    health,
    db,
    clock,
    runs,
    views,
    keys,
    auth,
    appCallback,
    uploads,
    webhookEndpoints,
    webhookDeliveries,
    blobs,
    links,
    quota,
    engine,
    workers,
    jobStreams,
    sources,
    durationEstimate,
    platforms,
    enhanceDetail: config.enhanceUpscale === 'model',
    endpoints: createEndpointCatalogue(contract),
    document,
    publicUrl,
    instance: owner,
  })

  const http = createHttpServer({
    contract,
    handlers,
    webPages: createWebPages({ docsUrl, publicUrl, upgradeUrl, health, document }),
    docsUrl,
    operationNames: new Set(OPERATIONS.keys()),
    authenticate: createAuthenticate({ keys, sessions }),
    idempotency,
    diskSpace,
    stableText: links.stable,
    rates,
    logger,
    uploadFolder,
    trustProxy: config.trustProxy,
    limits: { jsonBytes: 1_000_000, fileBytes: maxBytes, files: 20, fields: 50 },
    checkReplies,
  })

  const writeBehind = async () => {
    await keys.flush()
    await stored.save()
  }
  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, work: () => Promise<void>, what: string) =>
    timers.push(setInterval(() => void work().catch((error: unknown) => logger.error({ err: error }, what)), ms))

  return {
    http,
    dispatcher,
    deliverer,
    /** Takes up what was left, and begins to work. */
    async start(): Promise<void> {
      await stored.load()
      await dispatcher.start()
      await deliverer.start()
      every(WRITE_BEHIND_MS, writeBehind, 'counters were not written')
      every(HOUR_MS, uploads.expire, 'expired uploads were not removed')
      every(HOUR_MS, auth.expire, 'what sign-in no longer needs was not removed')
      every(HOUR_MS, webhookEndpoints.expire, 'ended webhook secrets were not forgotten')
      every(HOUR_MS, () => expireEvents(db, clock.now()), 'old events were not removed')
      every(HOUR_MS, idempotency.expire, 'old idempotency keys were not removed')
    },
    /** Lets work end within the grace time and hands the rest back. The core stays open. */
    async stop(graceMs: number): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      diskSpace.close()
      // What cannot be written any more keeps nothing else from ending; the next start takes it up.
      const ended = (work: Promise<void>) =>
        work.catch((error: unknown) => logger.error({ err: error }, 'not all could be written at the end'))
      await Promise.all([ended(dispatcher.stop(graceMs)), ended(deliverer.stop(graceMs))])
      jobStreams.close()
      await engine.close()
      await Promise.all([fetch.close(), safePost.close()])
      await backgroundMail.settle()
      await ended(writeBehind())
    },
  }
}
