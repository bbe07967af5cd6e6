import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { accountDataPart } from '../account-data/account-data-part.ts'
import { compose } from '../base/compose.ts'
import { createDraining } from '../base/running/draining.ts'
import { noMeasures } from '../base/running/measures.ts'
import { document } from '../contract/openapi-document.ts'
import { creditsPart } from '../credits/credits-part.ts'
import type { Engine } from '../engines/engine-port.ts'
import { enginesPart } from '../engines/engines-part.ts'
import { eventsPart } from '../events/log/events-part.ts'
import { readContract } from '../http/api-contract.ts'
import { httpPart } from '../http/http-part.ts'
import { endpointsPart } from '../http/rehearse-request.ts'
import { idempotencyPart } from '../idempotency/idempotency-part.ts'
import { letterSenderPart, lettersPart } from '../mail/mail-parts.ts'
import { netPart } from '../net/net-part.ts'
import { purchasesPart } from '../purchases/purchases-part.ts'
import { jobRunnerPart } from '../queue/job-runner-part.ts'
import { queuePart } from '../queue/queue-part.ts'
import { accountNoun } from '../resources/account/account-noun.ts'
import { adminNoun } from '../resources/admin/admin-noun.ts'
import { authNoun } from '../resources/auth/auth-noun.ts'
import { billingNoun } from '../resources/billing/billing-noun.ts'
import { brandNoun } from '../resources/brand/brand-noun.ts'
import { catalogsNoun } from '../resources/catalogs/catalogs-noun.ts'
import { emailNoun } from '../resources/email/email-noun.ts'
import { exportsNoun } from '../resources/exports/exports-noun.ts'
import { filesNoun } from '../resources/files/files-noun.ts'
import { growthNoun } from '../resources/growth/growth-noun.ts'
import { idpNoun } from '../resources/idp/idp-noun.ts'
import { imagesNoun } from '../resources/images/images-noun.ts'
import { jobsNoun } from '../resources/jobs/jobs-noun.ts'
import { keysNoun } from '../resources/keys/keys-noun.ts'
import { leadsNoun } from '../resources/leads/leads-noun.ts'
import { meNoun } from '../resources/me/me-noun.ts'
import { mobileNoun } from '../resources/mobile/mobile-noun.ts'
import { mobileJobsNoun } from '../resources/mobile-jobs/mobile-jobs-noun.ts'
import { photosNoun } from '../resources/photos/photos-noun.ts'
import { purchasesNoun } from '../resources/purchases/purchases-noun.ts'
import { receiversNoun } from '../resources/receivers/receivers-noun.ts'
import { serviceNoun } from '../resources/service/service-noun.ts'
import { sessionsNoun } from '../resources/sessions/sessions-noun.ts'
import { webhooksNoun } from '../resources/webhooks/webhooks-noun.ts'
import { runsPart } from '../runs/runs-part.ts'
import { runRepository } from '../runs/store/run-repository.ts'
import { webPagesPart } from '../web-pages/web-pages-part.ts'
import { mailPart } from './adapters.ts'
import { storagePart } from './data-folder/storage-part.ts'
import { ownershipPart, type ToldOwnership } from './installation/installation-ownership.ts'
import { notedProxyPart } from './installation/noted-proxy.ts'
import { rotatedKeysPart } from './installation/rotated-keys.ts'
import { metricsPart } from './metrics/metrics-part.ts'
import type { Metrics } from './metrics/open-metrics.ts'
import type { Core } from './open-core.ts'
import { platformsPart } from './platforms-file.ts'
import { rateCounterPart } from './rate-counter-part.ts'
import { tracingPart } from './tracing/tracing-part.ts'

/** Composes the service of its parts. A part can use those before it. They start in this order, and close in the reverse. */
export async function createApp(options: {
  core: Core
  engine: Engine
  logger: Logger
  checkReplies: 'throw' | 'count'
  /** Identifies this process: in /health, and as the owner of the runs and deliveries that it works on. */
  instance?: string
  /** What is counted for operators; nothing by default. */
  metrics?: Metrics | undefined
  /** What the operator says of a database that may be a copy. */
  told?: ToldOwnership | undefined
}) {
  const { core, engine, logger: plainLogger, checkReplies, instance: owner = randomUUID(), told, metrics } = options
  const { db } = core.database
  const { settledAmong } = runRepository(db)
  const contract = readContract(document)
  const seed = {
    ...core,
    ...core.address,
    db,
    owner,
    engine,
    plainLogger,
    checkReplies,
    told,
    metrics,
    draining: createDraining(),
    measures: metrics?.measures ?? noMeasures,
    document,
    contract,
    settledAmong,
  }

  const { given, start, stop } = await compose(seed)
    .with(storagePart)
    .with(ownershipPart)
    .with(rotatedKeysPart)
    .with(notedProxyPart)
    .with(queuePart)
    .with(rateCounterPart)
    .with(keysNoun)
    .with(netPart)
    .with(tracingPart)
    .with(enginesPart)
    .with(platformsPart)
    .with(eventsPart)
    .with(creditsPart)
    .with(mailPart)
    .with(lettersPart)
    .with(runsPart)
    .with(idempotencyPart)
    .with(imagesNoun)
    .with(exportsNoun)
    .with(catalogsNoun)
    .with(photosNoun)
    .with(brandNoun)
    .with(mobileNoun)
    .with(mobileJobsNoun)
    .with(jobsNoun)
    .with(filesNoun)
    .with(adminNoun)
    .with(authNoun)
    .with(idpNoun)
    .with(meNoun)
    .with(emailNoun)
    .with(leadsNoun)
    .with(sessionsNoun)
    .with(growthNoun)
    .with(webhooksNoun)
    .with(purchasesPart)
    .with(purchasesNoun)
    .with(billingNoun)
    .with(receiversNoun)
    .with(letterSenderPart)
    .with(accountDataPart)
    .with(accountNoun)
    .with(endpointsPart)
    .with(serviceNoun)
    .with(webPagesPart)
    .with(httpPart)
    .with(metricsPart)
    .with(jobRunnerPart)
    .build()

  const { logger, auth, publicUrl } = given
  return {
    ...given,
    start,
    /** Lets work finish within the grace time and hands back the rest. The core stays open. */
    stop: (graceMs: number) =>
      // The next start takes over what cannot be written. Such an error must not prevent the rest from stopping.
      stop(graceMs, (error) => logger.error({ err: error }, 'not everything could be written at the end')),
    /** The address at which the first administrator is made; undefined when there is one. */
    async setupLink(): Promise<string | undefined> {
      const token = await auth.issueSetupToken()
      return token && `${publicUrl()}/auth/setup?token=${token}`
    },
  }
}
