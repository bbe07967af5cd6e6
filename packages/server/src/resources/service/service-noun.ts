import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { DiskSpace, EndpointCatalogue } from '../../base/ports.ts'
import type { Draining } from '../../base/running/draining.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { CachedFile } from '../../contract/index.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { DurationEstimate } from '../../runs/execution/duration-estimate.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import type { WorkerRegistry } from '../../runs/store/worker-registry.ts'
import { capabilities } from './capabilities.ts'
import { createEstimate } from './estimate-service.ts'
import { createHealth } from './health-check.ts'

const notReady = (failed: readonly string[]) =>
  new ServiceError(
    'overloaded',
    `This server is not ready: ${failed.join(', ')} failed. The log has the reason.`,
    {},
    5,
  )

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly blobs: Blobs
  readonly queue: Queue
  readonly diskSpace: DiskSpace
  readonly workers: WorkerRegistry
  readonly endpoints: EndpointCatalogue
  readonly orders: OrderReader
  readonly sources: Pick<Sources, 'size'>
  readonly durationEstimate: DurationEstimate
  readonly document: { readonly info: { readonly version: string } }
  readonly publicUrl: () => string
  readonly owner: string
  readonly draining: Draining
}

/** The server itself: its health, what it can do, what a request would cost. */
export const serviceNoun = part((needs: Needs) => {
  const { config, workers, endpoints, document, owner, draining } = needs
  const { version } = document.info
  const health = createHealth({ ...needs, version })
  const estimate = createEstimate(needs)
  const servedDocument = createServedDocument(needs)
  const enhanceDetail = config.enhanceUpscale === 'model'
  const { engines } = config

  const service: Routes<'service'> = {
    health: async () => ({ status: 'ok', version, instance: owner }),

    async ready() {
      // First of all, so that a balancer sends its callers elsewhere.
      if (draining.begun.aborted) throw new ServiceError('overloaded', 'This server is about to stop.', {}, 5)
      const report = await health()
      const failed = Object.entries(report.checks).flatMap(([name, { status }]) =>
        status === 'failed' && name !== 'workers' ? name : [],
      )
      if (failed.length > 0) throw notReady(failed)
      return report
    },

    apiHealth: health,

    capabilities: async () => capabilities(endpoints, await workers.abilities(), { enhanceDetail, engines }),

    estimate: ({ user, body }) => estimate(user.account.id, body),

    openapi: async () => new SpecialReply({ kind: 'cached', file: await servedDocument() }),
  }
  return { provides: { health }, routes: { service } }
})

const pack = promisify(gzip)

/** The document as this server serves it, with its own address. It is serialized once, because it is large and public. */
function createServedDocument({ document, publicUrl }: { document: object; publicUrl: () => string }) {
  let written: { url: string; reply: Promise<CachedFile> } | undefined

  const write = async (url: string): Promise<CachedFile> => {
    const bytes = Buffer.from(JSON.stringify({ ...document, servers: [{ url, description: 'This server.' }] }))
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { mime: 'application/json; charset=utf-8', bytes, gzip: await pack(bytes, { level: 9 }), version }
  }

  return (): Promise<CachedFile> => {
    const url = publicUrl()
    // The address is known once the server listens, and does not change afterwards.
    if (written?.url !== url) written = { url, reply: write(url) }
    return written.reply
  }
}
