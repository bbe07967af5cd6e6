import type { AccountDeletion } from '../account-data/deletion/account-deletion.ts'
import type { AccountExports } from '../account-data/export/account-exports.ts'
import type { Sessions } from '../accounts/session-tokens.ts'
import type { AccountSettings } from '../accounts/settings/account-settings.ts'
import type { Engines } from '../base/engine-capability.ts'
import type { Clock, EndpointCatalogue } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Blobs } from '../blobs/blob-store.ts'
import type { SignedLinks } from '../blobs/signed-links.ts'
import type { StorageQuota } from '../blobs/storage-quota.ts'
import type { AnyHandler, Reply } from '../contract/index.ts'
import { createAccountCredits } from '../credits/account-credits.ts'
import type { Db } from '../database/open-database.ts'
import type { EngineFor } from '../engines/engine-for.ts'
import type { Engine } from '../engines/engine-port.ts'
import type { Keys } from '../keys/key-service.ts'
import type { Handouts } from '../leads/handouts.ts'
import type { UnsubscribeTokens } from '../mail/unsubscribe-tokens.ts'
import { createOrderReader } from '../operations/order-reader.ts'
import type { Platforms } from '../operations/platforms/platform-registry.ts'
import type { DurationEstimate } from '../runs/execution/duration-estimate.ts'
import type { Sources } from '../runs/execution/run-sources.ts'
import { createFormOrders } from '../runs/form-orders.ts'
import type { Runs } from '../runs/runs.ts'
import type { WorkerRegistry } from '../runs/store/worker-registry.ts'
import type { Views } from '../runs/views/run-views.ts'
import { accountRoutes } from './account/account-routes.ts'
import { authRoutes } from './auth/auth-routes.ts'
import type { AuthService } from './auth/auth-service.ts'
import { catalogRoutes } from './catalogs/catalog-routes.ts'
import { emailRoutes } from './email/email-routes.ts'
import { exportRoutes } from './exports/export-routes.ts'
import type { AdminUpload } from './files/admin-upload.ts'
import { fileRoutes } from './files/file-routes.ts'
import { growthRoutes } from './growth/growth-routes.ts'
import type { UsageTracking } from './growth/usage-tracking.ts'
import { idpRoutes } from './idp/idp-routes.ts'
import type { ProviderSignIn } from './idp/provider-sign-in.ts'
import type { SignInCodes } from './idp/sign-in-codes.ts'
import { imageRoutes } from './images/image-routes.ts'
import { jobRoutes } from './jobs/job-routes.ts'
import type { JobStreams } from './jobs/job-streams.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { leadRoutes } from './leads/lead-routes.ts'
import type { LeadService } from './leads/lead-service.ts'
import { meRoutes } from './me/me-routes.ts'
import { mobileRoutes } from './mobile/mobile-routes.ts'
import type { Uploads } from './mobile/upload-service.ts'
import { mobileJobRoutes } from './mobile-jobs/mobile-job-routes.ts'
import { photoRoutes } from './photos/photo-routes.ts'
import { serviceRoutes } from './service/service-routes.ts'
import type { AnonymousProjects } from './sessions/anonymous-projects.ts'
import type { AnonymousSessions } from './sessions/anonymous-sessions.ts'
import type { ClaimGuest } from './sessions/guest-claims.ts'
import type { Guests } from './sessions/guests.ts'
import type { ClaimProject } from './sessions/project-claims.ts'
import type { ProjectViews } from './sessions/project-views.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import type { WebhookDeliveryService } from './webhooks/webhook-delivery-service.ts'
import type { WebhookEndpointService } from './webhooks/webhook-endpoint-service.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

/** All handlers by operationId. Each noun's routes factory is called once. */
export function createHandlers(deps: {
  db: Db
  ids: Ids
  clock: Clock
  runs: Runs
  views: Views
  keys: Keys
  sessions: Sessions
  auth: AuthService
  providerSignIn: ProviderSignIn
  signInCodes: SignInCodes
  accountSettings: AccountSettings
  accountExports: AccountExports
  deleteAccount: AccountDeletion
  appCallback: string | undefined
  uploads: Uploads
  anonymousSessions: AnonymousSessions
  anonymousProjects: AnonymousProjects
  claimProject: ClaimProject
  guests: Guests
  claimGuest: ClaimGuest
  projectViews: ProjectViews
  usageTracking: UsageTracking
  unsubscribeTokens: UnsubscribeTokens
  leads: LeadService
  handouts: Handouts
  adminUpload: AdminUpload
  webhookEndpoints: WebhookEndpointService
  webhookDeliveries: WebhookDeliveryService
  blobs: Blobs
  links: SignedLinks
  quota: StorageQuota
  engine: Engine
  engineFor: EngineFor
  workers: WorkerRegistry
  jobStreams: JobStreams
  sources: Sources
  durationEstimate: DurationEstimate
  platforms: Platforms
  /** Whether the network adds detail when an enhance enlarges. */
  enhanceDetail: boolean
  /** The engine of each capability. */
  engines: Engines
  endpoints: EndpointCatalogue
  document: { info: { version: string } }
  publicUrl: () => string
  /** Identifies this process. */
  instance: string
  health: () => Promise<Reply<'service.apiHealth'>>
}) {
  const accountCredits = createAccountCredits(deps)
  const orders = createOrderReader(deps)
  const formOrders = createFormOrders({ ...deps, orders })
  const nouns = {
    account: accountRoutes({ ...deps, accountCredits }),
    auth: authRoutes(deps),
    catalogs: catalogRoutes(deps),
    email: emailRoutes(deps),
    exports: exportRoutes(deps),
    files: fileRoutes(deps),
    growth: growthRoutes(deps),
    idp: idpRoutes({ ...deps, user: deps.auth.user, endSession: deps.auth.logout }),
    jobs: jobRoutes({ ...deps, orders }),
    keys: keyRoutes(deps),
    leads: leadRoutes(deps),
    me: meRoutes(deps),
    mobile: mobileRoutes({ ...deps, orders, formOrders }),
    mobileJobs: mobileJobRoutes({ ...deps, orders, formOrders }),
    photos: photoRoutes({ ...deps, accountCredits, orders }),
    sessions: sessionRoutes(deps),
    webhooks: webhookRoutes(deps),
    service: serviceRoutes({ ...deps, orders }),
  }
  return { ...byId(nouns), ...imageRoutes({ ...deps, orders }) }
}

/** Turns `{ noun: { method } }` into `{ 'noun.method' }`. */
const byId = (nouns: Record<string, Record<string, AnyHandler>>): Record<string, AnyHandler> =>
  Object.fromEntries(
    Object.entries(nouns).flatMap(([noun, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${noun}.${method}`, one]),
    ),
  )
