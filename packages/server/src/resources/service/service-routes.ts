import type { Engines } from '../../base/engine-capability.ts'
import type { EndpointCatalogue } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { type Reply, type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { DurationEstimate } from '../../runs/execution/duration-estimate.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import type { WorkerRegistry } from '../../runs/store/worker-registry.ts'
import { capabilities } from './capabilities.ts'
import { createEstimate } from './estimate-service.ts'
import { createServedDocument } from './served-document.ts'

const notReady = (failed: readonly string[]) =>
  new ServiceError(
    'overloaded',
    `This server is not ready: ${failed.join(', ')} failed. The log has the reason.`,
    {},
    5,
  )

export const serviceRoutes = (deps: {
  db: Db
  health: () => Promise<Reply<'service.apiHealth'>>
  workers: Pick<WorkerRegistry, 'abilities'>
  endpoints: EndpointCatalogue
  enhanceDetail: boolean
  engines: Engines
  orders: OrderReader
  sources: Pick<Sources, 'size'>
  durationEstimate: DurationEstimate
  document: { info: { version: string } }
  publicUrl: () => string
  instance: string
}): Routes<'service'> => {
  const { workers, endpoints, document, health, instance } = deps
  const estimate = createEstimate(deps)
  const { version } = document.info
  const servedDocument = createServedDocument(deps)

  return {
    health: async () => ({ status: 'ok', version, instance }),

    async ready() {
      const report = await health()
      const failed = Object.entries(report.checks).flatMap(([name, { status }]) =>
        status === 'failed' && name !== 'workers' ? name : [],
      )
      if (failed.length > 0) throw notReady(failed)
      return report
    },

    apiHealth: health,

    capabilities: async () => capabilities(endpoints, await workers.abilities(), deps),

    estimate: ({ user, body }) => estimate(user.account.id, body),

    openapi: async () => new SpecialReply({ kind: 'cached', file: await servedDocument() }),
  }
}
