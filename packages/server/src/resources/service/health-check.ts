import type { DiskSpace } from '../../base/ports.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { Reply, Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { Engine } from '../../engines/engine-port.ts'
import { runStatisticsRepository } from '../../runs/store/run-statistics-repository.ts'

type Check = Schemas['Check']
type Room = Pick<DiskSpace, 'isLow' | 'freeBytes'>

/** The health of each part of the server, for programs and for the home page. */
export const createHealth =
  (deps: { db: Db; blobs: Blobs; engine: Engine; diskSpace: Room; version: string }) =>
  async (): Promise<Reply<'service.apiHealth'>> => {
    const { db, blobs, engine, diskSpace, version } = deps
    const [database, storage, queue] = await Promise.all([
      timed(() => runStatisticsRepository(db).depth()),
      timed(() => blobs.check()),
      timed(() => runStatisticsRepository(db).depth()).then(({ found, ...check }) => ({
        ...check,
        pending: found?.queued ?? 0,
      })),
    ])
    const workers: Check = { status: 'ok', threads: engine.capacity, busy: engine.load().busy }
    const checks = { database: bare(database), storage: { ...bare(storage), ...room(diskSpace) }, queue, workers }
    const failed = Object.values(checks).some(({ status }) => status === 'failed')
    return { status: failed ? 'degraded' : 'ok', version, checks }
  }

/** Probes one part and measures its time. A failure has no details, because they could name paths or hosts. */
async function timed<T>(probe: () => Promise<T>): Promise<Check & { found?: T }> {
  const begin = performance.now()
  try {
    const found = await probe()
    return { status: 'ok', latency_ms: Math.round((performance.now() - begin) * 100) / 100, found }
  } catch {
    return { status: 'failed', message: 'It does not respond. The log has the reason.' }
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
