import type { Blobs } from '../blobs/blobs.ts'
import type { Links } from '../blobs/links.ts'
import type { StorageQuota } from '../blobs/storage-quota.ts'
import type { AnyHandler, Reply } from '../contract/index.ts'
import type { Db } from '../database/open.ts'
import type { Engine } from '../engines/engine.ts'
import type { Order } from '../operations/define.ts'
import type { Platforms } from '../operations/platforms/registry.ts'
import type { Clock, Endpoints } from '../ports.ts'
import type { Pace } from '../runs/pace.ts'
import type { Runs } from '../runs/runs.ts'
import type { Sources } from '../runs/sources.ts'
import type { Views } from '../runs/views.ts'
import type { Workers } from '../runs/workers.ts'
import { accountRoutes } from './account/routes.ts'
import { createAccountService } from './account/service.ts'
import { authRoutes } from './auth/routes.ts'
import type { SignIn } from './auth/service.ts'
import { catalogRoutes } from './catalogs/routes.ts'
import { exportOrders } from './exports/orders.ts'
import { exportRoutes } from './exports/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { createBatchOrders } from './images/batches.ts'
import { createImageOrders } from './images/orders.ts'
import { imageRoutes } from './images/routes.ts'
import { createJobOrders } from './jobs/orders.ts'
import { jobRoutes } from './jobs/routes.ts'
import type { JobStreams } from './jobs/streams.ts'
import { keyRoutes } from './keys/routes.ts'
import type { Keys } from './keys/service.ts'
import { meRoutes } from './me/routes.ts'
import { createFormOrders } from './mobile/form-orders.ts'
import { mobileOrders } from './mobile/orders.ts'
import { mobileRoutes } from './mobile/routes.ts'
import type { Uploads } from './mobile/uploads.ts'
import { mobileJobOrders } from './mobile-jobs/orders.ts'
import { mobileJobRoutes } from './mobile-jobs/routes.ts'
import { createPhotoOrders } from './photos/orders.ts'
import { photoRoutes } from './photos/routes.ts'
import { serviceRoutes } from './service/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { WebhookEndpoints } from './webhooks/service.ts'

/** Every handler under its operationId: each noun's routes factory, once. */
export function createHandlers(deps: {
  db: Db
  clock: Clock
  runs: Runs
  views: Views
  keys: Keys
  signIn: SignIn
  appCallback: string | undefined
  uploads: Uploads
  webhookEndpoints: WebhookEndpoints
  blobs: Blobs
  links: Links
  quota: StorageQuota
  engine: Engine
  workers: Workers
  jobStreams: JobStreams
  sources: Sources
  pace: Pace
  platforms: Platforms
  /** Whether what an enhance upscales is given detail by the network. */
  enhanceDetail: boolean
  endpoints: Endpoints
  document: { info: { version: string } }
  publicUrl: () => string
  /** Names this process. */
  instance: string
  health: () => Promise<Reply<'service.apiHealth'>>
}) {
  const { db, clock, platforms } = deps
  const accounts = createAccountService({ db, clock, quota: deps.quota })
  const imageOrders = createImageOrders(platforms, deps)
  const photoOrders = createPhotoOrders(deps)
  const batchOrders = createBatchOrders(imageOrders)
  const platformOrders = exportOrders(platforms)
  const jobOrders = createJobOrders({ upscale: imageOrders.upscale, batch_process: batchOrders.batchProcess })
  const formOrders = createFormOrders(deps)
  const nouns = {
    account: accountRoutes({ ...deps, accounts }),
    auth: authRoutes(deps),
    catalogs: catalogRoutes({ platforms }),
    exports: exportRoutes({ ...deps, orders: platformOrders }),
    files: fileRoutes(deps),
    images: imageRoutes({ ...deps, imageOrders, batchOrders }),
    jobs: jobRoutes({ ...deps, jobOrders }),
    keys: keyRoutes(deps),
    me: meRoutes(deps),
    mobile: mobileRoutes({ ...deps, formOrders }),
    mobileJobs: mobileJobRoutes({ ...deps, formOrders }),
    photos: photoRoutes({ ...deps, accounts, photoOrders }),
    webhooks: webhookRoutes(deps),
    service: serviceRoutes({
      ...deps,
      orders: byId<(body: never) => Order>({
        images: { ...imageOrders, ...batchOrders },
        photos: photoOrders,
        exports: platformOrders,
        jobs: jobOrders,
        mobile: mobileOrders,
        mobileJobs: mobileJobOrders,
      }),
    }),
  }
  return byId<AnyHandler>(nouns)
}

/** `{ noun: { method } }` as `{ 'noun.method' }`. */
const byId = <T>(nouns: Record<string, Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(nouns).flatMap(([noun, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${noun}.${method}`, one]),
    ),
  )
