import type { EndpointCatalogue } from '../../base/ports.ts'
import { type Reply, type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { Engine } from '../../engines/engine-port.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { DurationEstimate } from '../../runs/execution/duration-estimate.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import { capabilities } from './capabilities.ts'
import { createEstimate } from './estimate-service.ts'
import { createServedDocument } from './served-document.ts'

export const serviceRoutes = (deps: {
  db: Db
  health: () => Promise<Reply<'service.apiHealth'>>
  engine: Engine
  endpoints: EndpointCatalogue
  enhanceDetail: boolean
  orders: OrderReader
  sources: Pick<Sources, 'size'>
  durationEstimate: DurationEstimate
  document: { info: { version: string } }
  publicUrl: () => string
  instance: string
}): Routes<'service'> => {
  const { engine, endpoints, document, health, instance } = deps
  const estimate = createEstimate(deps)
  const { version } = document.info
  const servedDocument = createServedDocument(deps)

  return {
    health: async () => ({ status: 'ok', version, instance }),

    apiHealth: health,

    capabilities: async () => capabilities(endpoints, await engine.serving(), deps),

    estimate: ({ user, body }) => estimate(user.account.id, body),

    openapi: async () => new SpecialReply({ kind: 'cached', file: await servedDocument() }),
  }
}
