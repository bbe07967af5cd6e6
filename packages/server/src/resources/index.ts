import type { Blobs } from '../blobs/blobs.ts'
import type { Links } from '../blobs/links.ts'
import type { Db } from '../database/open.ts'
import type { Engine } from '../engines/engine.ts'
import type { Clock } from '../ports.ts'
import type { Runs } from '../runs/runs.ts'
import type { Views } from '../runs/views.ts'
import { accountRoutes } from './account/routes.ts'
import { createAccountService } from './account/service.ts'
import { catalogRoutes } from './catalogs/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { imageRoutes } from './images/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import type { Keys } from './keys/service.ts'
import { mobileRoutes } from './mobile/routes.ts'
import type { Uploads } from './mobile/uploads.ts'
import { photoRoutes } from './photos/routes.ts'
import { serviceRoutes } from './service/routes.ts'

/** Every handler under its operationId: each noun's routes factory, once. */
export function createHandlers(deps: {
  db: Db
  clock: Clock
  runs: Runs
  views: Views
  keys: Keys
  uploads: Uploads
  blobs: Blobs
  links: Links
  engine: Engine
  document: { info: { version: string } }
}) {
  const { db, clock } = deps
  const accounts = createAccountService({ db, clock })
  const nouns = {
    account: accountRoutes({ accounts }),
    catalogs: catalogRoutes(),
    files: fileRoutes(deps),
    images: imageRoutes(deps),
    keys: keyRoutes(deps),
    mobile: mobileRoutes(deps),
    photos: photoRoutes({ ...deps, accounts }),
    service: serviceRoutes(deps),
  }
  return Object.fromEntries(
    Object.entries(nouns).flatMap(([noun, routes]) =>
      Object.entries(routes).map(([method, handler]) => [`${noun}.${method}`, handler]),
    ),
  )
}
