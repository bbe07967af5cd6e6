import type { Blobs } from '../../blobs/blobs.ts'
import { type Routes, type Schemas, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Endpoints } from '../../ports.ts'
import type { Pace } from '../../runs/pace.ts'
import { runRepository } from '../../runs/repository.ts'
import type { Sources } from '../../runs/sources.ts'
import { capabilities } from './capabilities.ts'
import { createEstimate, type OrdersById } from './estimate.ts'
import { createServedDocument } from './served-document.ts'

type Check = Schemas['Check']

export const serviceRoutes = (deps: {
  db: Db
  blobs: Blobs
  engine: Engine
  endpoints: Endpoints
  enhanceDetail: boolean
  orders: OrdersById
  sources: Pick<Sources, 'size'>
  pace: Pace
  document: { info: { version: string } }
  publicUrl: () => string
  instance: string
}): Routes<'service'> => {
  const { db, blobs, engine, endpoints, document, instance } = deps
  const estimate = createEstimate(deps)
  const { version } = document.info
  const servedDocument = createServedDocument(deps)

  return {
    health: async () => ({ status: 'ok', version, instance }),

    apiHealth: async () => {
      const [database, storage, queue] = await Promise.all([
        timed(() => runRepository(db).depth()),
        timed(() => blobs.check()),
        timed(() => runRepository(db).depth()).then(({ found, ...check }) => ({
          ...check,
          pending: found?.queued ?? 0,
        })),
      ])
      const workers: Check = { status: 'ok', threads: engine.capacity, busy: engine.load().busy }
      const checks = { database: bare(database), storage: bare(storage), queue, workers }
      const failed = Object.values(checks).some(({ status }) => status === 'failed')
      return { status: failed ? 'degraded' : 'ok', version, checks }
    },

    capabilities: async () => capabilities(endpoints, await engine.serving(), deps),

    estimate: ({ user, body }) => estimate(user.account.id, body),

    openapi: async () => new SpecialReply({ kind: 'shared', shared: await servedDocument() }),
  }
}

/** Tries one part and tells how long it took, or what failed: never why in words that name paths or hosts. */
async function timed<T>(probe: () => Promise<T>): Promise<Check & { found?: T }> {
  const begin = performance.now()
  try {
    const found = await probe()
    return { status: 'ok', latency_ms: Math.round((performance.now() - begin) * 100) / 100, found }
  } catch {
    return { status: 'failed', message: 'It does not answer; the log says why.' }
  }
}

const bare = <T>({ found: _, ...check }: Check & { found?: T }): Check => check
