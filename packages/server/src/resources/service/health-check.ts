import { setTimeout as sleep } from 'node:timers/promises'
import type { DiskSpace } from '../../base/ports.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { Reply, Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { runStatisticsRepository } from '../../runs/store/run-statistics-repository.ts'
import type { Worker, WorkerRegistry } from '../../runs/store/worker-registry.ts'

type Check = Schemas['Check']
type Room = Pick<DiskSpace, 'isLow' | 'freeBytes'>

/** The health of each part of the server, for programs and for the home page. */
export const createHealth =
  (deps: {
    db: Db
    blobs: Pick<Blobs, 'check'>
    queue: Pick<Queue, 'check'>
    workers: Pick<WorkerRegistry, 'list'>
    diskSpace: Room
    version: string
  }) =>
  async (): Promise<Reply<'service.apiHealth'>> => {
    const { db, blobs, queue, workers, diskSpace, version } = deps
    const [database, storage, jobs, listed] = await Promise.all([
      timed(() => runStatisticsRepository(db).depth()),
      timed(() => blobs.check()),
      // On PostgreSQL these are tables of their own, which another program may have locked or removed.
      timed(() => queue.check()),
      timed(() => workers.list()),
    ])
    const checks = {
      database: bare(database),
      storage: { ...bare(storage), ...room(diskSpace) },
      queue: { ...bare(jobs), pending: database.found?.queued ?? 0 },
      workers: working(listed.found),
    }
    const failed = Object.values(checks).some(({ status }) => status === 'failed')
    return { status: failed ? 'degraded' : 'ok', version, checks }
  }

/** A load balancer waits about as long for an answer. */
const PATIENCE_MS = 4_000

/**
 * Probes one part and measures its time. One that does not answer has failed. A failure has no details, because they could
 * name paths or hosts.
 */
async function timed<T>(probe: () => Promise<T>): Promise<Check & { found?: T }> {
  const begin = performance.now()
  const waited = new AbortController()
  const late = sleep(PATIENCE_MS, undefined, { signal: waited.signal }).then(() => {
    throw new Error('no answer')
  })
  try {
    const found = await Promise.race([probe(), late])
    return { status: 'ok', latency_ms: Math.round((performance.now() - begin) * 100) / 100, found }
  } catch {
    return { status: 'failed', message: 'It does not respond. The log has the reason.' }
  } finally {
    waited.abort()
    late.catch(() => {})
  }
}

/** The processes that are online, the last heartbeat of all, and their threads. Without any, runs wait. */
function working(workers: readonly Worker[] = []): Check {
  const online = workers.filter(({ status }) => status === 'online')
  const sum = (of: (worker: Worker) => number) => online.reduce((total, worker) => total + of(worker), 0)
  const [latest] = workers
  return {
    online: online.length,
    ...(latest && { last_seen_at: latest.lastSeenAt }),
    threads: sum(({ threads }) => threads),
    busy: sum(({ busy }) => busy),
    ...(online.length > 0
      ? { status: 'ok' }
      : {
          status: 'failed',
          message: 'No process that works on runs is online. Runs wait and new ones are refused until one is.',
        }),
  }
}

/** The free space, and whether it is too little. */
const room = ({ isLow, freeBytes }: Room): Partial<Check> => ({
  free_bytes: freeBytes(),
  ...(isLow() && {
    status: 'failed',
    message: 'The disk is full. Writes are refused with storage_full, and reads go on.',
  }),
})

const bare = <T>({ found: _, ...check }: Check & { found?: T }): Check => check
