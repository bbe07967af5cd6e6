import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createAccountSettings } from '../accounts/settings/account-settings.ts'
import { deriveKey } from '../base/secrets/derive-key.ts'
import { createStorePhoto } from '../blobs/store-photo.ts'
import { createUploadPlacement } from '../blobs/upload-placement.ts'
import { document } from '../contract/openapi-document.ts'
import type { Engine } from '../engines/engine-port.ts'
import { createEventLog } from '../events/log/event-log.ts'
import { expireEvents } from '../events/log/expire-events.ts'
import { onlyService, readContract } from '../http/api-contract.ts'
import { createEndpointCatalogue } from '../http/rehearse-request.ts'
import { createHttpServer } from '../http/server.ts'
import { createIdempotencyStore } from '../idempotency/idempotency-store.ts'
import { createAuthenticate } from '../keys/authenticate.ts'
import { preferenceRepository } from '../mail/store/preference-repository.ts'
import { needsSecureCookies } from '../net/address-policy.ts'
import { ACCOUNT_JOBS_TASK } from '../queue/job-runner-port.ts'
import { createAdminUpload } from '../resources/files/admin-upload.ts'
import { createHandlers } from '../resources/index.ts'
import { createJobStreams } from '../resources/jobs/job-streams.ts'
import { createUploads } from '../resources/mobile/upload-service.ts'
import { createHealth } from '../resources/service/health-check.ts'
import { runRepository } from '../runs/store/run-repository.ts'
import { createWebPages } from '../web-pages/web-page-routes.ts'
import { chooseQueue, chooseRateCounters } from './adapters.ts'
import { composeAccountData } from './composition/compose-account-data.ts'
import { composeAuth } from './composition/compose-auth.ts'
import { composeEngines } from './composition/compose-engines.ts'
import { composeIdentity } from './composition/compose-identity.ts'
import { composeLeads } from './composition/compose-leads.ts'
import { composeMail } from './composition/compose-mail.ts'
import { composeNet } from './composition/compose-net.ts'
import { composeRuns } from './composition/compose-runs.ts'
import { composeStorage } from './composition/compose-storage.ts'
import { composeVisitors } from './composition/compose-visitors.ts'
import { composeWebhooks } from './composition/compose-webhooks.ts'
import type { Core } from './open-core.ts'
import { readPlatforms } from './platforms-file.ts'

const WRITE_BEHIND_MS = 5_000
const HEARTBEAT_MS = 10_000

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
  const storage = await composeStorage(core, options.logger, owner)
  const { blobs, links, quota, diskSpace, logger, uploadFolder } = storage
  const net = composeNet(config)
  const { engineFor, close: closeEngines } = composeEngines(config, { local: engine, net, logger })
  const settledAmong = (ids: readonly string[]) => runRepository(db).settledAmong(ids)
  const queueing = await chooseQueue(config, { db, owner, logger, settledAmong })
  const { queue, jobs } = queueing
  const events = createEventLog({ clock, ids, queue })
  const { letters, eraseLetters, unsubscribeTokens, createSender } = await composeMail(core, { queue, logger, owner })
  const composed = composeRuns(core, { engine, engineFor, queue, jobs, events, letters, storage, net, owner })
  const { dispatcher, concurrency, ...running } = composed
  const auth = composeAuth(core, { queue, letters })
  const { close: closeIdentity, ...identity } = await composeIdentity(core, { auth, net, queue, letters, logger })
  const { leads, handouts } = await composeLeads(core, { letters, links, logger })
  const letterSender = createSender({
    'password-reset': auth.prepareReset,
    'lead-confirmation': leads.prepareConfirmation,
  })
  const { deliverer, ...webhooks } = composeWebhooks(core, { queue, events, letters, storage, net, owner })
  const jobStreams = createJobStreams({ watch: queue.watch })
  const storePhoto = createStorePhoto({ db, blobs, ids, clock, garbageAdded: queue.garbageAdded })
  const placement = createUploadPlacement({ links, quota })
  const uploads = createUploads({ db, ids, clock, quota, storePhoto, placement, limits: config.limits })
  const { expireVisitors, ...visitors } = composeVisitors(core, { queue, storage, storePhoto, placement })
  const idempotency = createIdempotencyStore({
    database,
    clock,
    owner,
    isAlive: running.workers.isAlive,
    secret: deriveKey(core.secrets.links, 'idempotency'),
  })
  const { rates, ...counting } = await chooseRateCounters(config, { db, clock })
  const health = createHealth({ db, blobs, queue, workers: running.workers, diskSpace, version: document.info.version })

  const accountData = composeAccountData(core, {
    ...running,
    queue,
    storage,
    letters,
    eraseLetters,
    auth,
    counting,
    owner,
  })
  const { accountJobs, accountExports, deleteAccount } = accountData
  const accountSettings = createAccountSettings({ db, clock, alerts: preferenceRepository })

  const handlers = createHandlers({
    ...running,
    ...webhooks,
    ...identity,
    ...visitors,
    db,
    ids,
    clock,
    keys,
    sessions,
    auth,
    accountSettings,
    accountExports,
    deleteAccount,
    uploads,
    adminUpload: createAdminUpload({ db, blobs, links, ids, clock, limits: config.limits }),
    blobs,
    links,
    quota,
    engine,
    engineFor,
    jobStreams,
    unsubscribeTokens,
    leads,
    handouts,
    health,
    document,
    publicUrl,
    platforms: await readPlatforms(config.platformsFile, contract.checks),
    endpoints: createEndpointCatalogue(contract, accountSettings.defaults),
    appCallback: config.appCallback,
    enhanceDetail: config.enhanceUpscale === 'model',
    engines: config.engines,
    instance: owner,
  })

  const http = createHttpServer({
    contract: config.role === 'worker' ? onlyService(contract) : contract,
    handlers,
    docsUrl,
    idempotency,
    diskSpace,
    rates,
    logger,
    uploadFolder,
    checkReplies,
    webPages: createWebPages({ docsUrl, publicUrl, upgradeUrl, health, document }),
    accountDefaults: accountSettings.defaults,
    authenticate: createAuthenticate({ keys, sessions }),
    hasAnonymousSession: async (token) => (await visitors.anonymousSessions.find(token)) !== undefined,
    stableText: links.stable,
    secureCookies: () => needsSecureCookies(publicUrl()),
    trustProxy: config.trustProxy,
    limits: { jsonBytes: 1_000_000, fileBytes: config.limits.maxBytes, files: 20, fields: 50 },
  })

  const expireSignIn = () => auth.expire().then(identity.providerSignIn.expire)
  const works = config.role !== 'api'
  let writing: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined
  const logged = (work: Promise<unknown>, failure: string) =>
    work.catch((error: unknown) => logger.error({ err: error }, failure))
  // A process that works on no runs can still owe the end of one, which its caller cancelled while the disk was full.
  const beat = () => {
    void logged(running.workers.heartbeat('online'), 'the heartbeat was not written')
    void logged(running.retrySettlements(), 'the end of a run was not written')
  }
  const writeBehind = () => keys.flush().then(counting.flush)

  return {
    http,
    dispatcher,
    deliverer,
    letters,
    expireVisitors,
    expireUploads: uploads.expire,
    leads,
    accountJobs,
    accountExports,
    /** The address at which the first administrator is made; undefined when there is one. */
    async setupLink(): Promise<string | undefined> {
      const token = await auth.issueSetupToken()
      return token && `${publicUrl()}/auth/setup?token=${token}`
    },
    /** Takes over the work that an earlier process left, and starts. */
    async start(): Promise<void> {
      await counting.restore()
      if (works) {
        await dispatcher.start()
        await deliverer.start()
        await letterSender.start()
        await accountJobs.start()
      } else {
        await running.workers.heartbeat('online')
        beating = setInterval(beat, HEARTBEAT_MS)
      }
      await jobs.start({
        concurrency,
        capabilities: config.capabilities,
        onTicket: dispatcher.takeTicket,
        onDeliveriesAdded: queueing.hearDeliveries,
        onLettersAdded: queueing.hearLetters,
        timetable: [
          { name: 'expire-uploads', every: 'hour', work: uploads.expire, failure: 'expired uploads were not removed' },
          {
            name: 'expire-sign-in',
            every: 'hour',
            work: expireSignIn,
            failure: 'expired sessions, tokens and failures were not removed',
          },
          {
            name: 'expire-visitors',
            every: 'hour',
            work: expireVisitors,
            failure: 'expired visitors were not removed',
          },
          {
            name: 'expire-webhook-secrets',
            every: 'hour',
            work: webhooks.webhookEndpoints.expire,
            failure: 'expired webhook secrets were not removed',
          },
          {
            name: 'expire-events',
            every: 'hour',
            work: () => expireEvents(db, clock.now()),
            failure: 'old events were not removed',
          },
          {
            name: 'expire-idempotency-keys',
            every: 'hour',
            work: idempotency.expire,
            failure: 'old idempotency keys were not removed',
          },
          {
            name: 'expire-rate-counters',
            every: 'hour',
            work: counting.expire,
            failure: 'old rate counters were not removed',
          },
          { name: 'expire-leads', every: 'hour', work: leads.expire, failure: 'old forms were not removed' },
          { name: 'expire-letters', every: 'hour', work: letterSender.expire, failure: 'old letters were not removed' },
          {
            name: ACCOUNT_JOBS_TASK,
            every: 'minute',
            work: accountJobs.workOff,
            failure: 'work about accounts was not begun',
          },
          {
            name: 'expire-exports',
            every: 'hour',
            work: accountExports.expire,
            failure: 'expired exports were not removed',
          },
          {
            name: 'overwrite-deleted',
            every: 'hour',
            work: () => database.dialect.overwriteDeleted(db),
            failure: 'deleted rows were not overwritten',
          },
          { name: 'sweep-garbage', every: 'minute', work: dispatcher.sweep, failure: 'sweeping failed' },
        ],
      })
      // What an earlier process left is begun now, not with the next minute of the timetable.
      if (works) void logged(accountJobs.workOff(), 'work about accounts was not begun')
      writing = setInterval(() => void logged(writeBehind(), 'counters were not written'), WRITE_BEHIND_MS)
    },
    /** Lets work finish within the grace time and hands back the rest. The core stays open. */
    async stop(graceMs: number): Promise<void> {
      clearInterval(writing)
      clearInterval(beating)
      diskSpace.close()
      // The next start takes over what cannot be written. Such an error must not prevent the rest from stopping.
      const stopped = (work: Promise<void>) =>
        work.catch((error: unknown) => logger.error({ err: error }, 'not everything could be written at the end'))
      // The runner takes nothing more from here on, and is done when the dispatcher has given everything back.
      await Promise.all([
        stopped(jobs.stop()),
        stopped(accountJobs.stop()),
        stopped(works ? dispatcher.stop(graceMs) : running.workers.leave()),
        stopped(works ? deliverer.stop(graceMs) : Promise.resolve()),
        stopped(works ? letterSender.stop(graceMs) : Promise.resolve()),
      ])
      jobStreams.close()
      await engine.close()
      await closeEngines()
      await closeIdentity()
      await net.close()
      await stopped(writeBehind())
      await queueing.close()
      await storage.close()
    },
  }
}
