import type { Blobs } from '../../blobs/blobs.ts'
import type { Reply, Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open.ts'
import type { Engine } from '../../engines/engine.ts'
import { runRepository } from '../../runs/repository.ts'

type Check = Schemas['Check']

/** Tells how each part of the server is, for programs and for the page that people open. */
export const createHealth =
  (deps: { db: Db; blobs: Blobs; engine: Engine; version: string }) =>
  async (): Promise<Reply<'service.apiHealth'>> => {
    const { db, blobs, engine, version } = deps
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
