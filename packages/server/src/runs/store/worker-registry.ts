import type { Clock } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { Engine } from '../../engines/engine-port.ts'

/** One process that works on runs. */
export interface Worker {
  readonly id: string
  readonly status: 'online' | 'draining' | 'lost'
  readonly threads: number
  readonly busy: number
  readonly lastSeenAt: string
}

export type WorkerRegistry = ReturnType<typeof createWorkerRegistry>

/** Not heard of for as long as a lease: what it worked on is somebody else's by then. */
const LOST_MS = 30_000
/** A lost one is shown for so long, so that somebody sees it. */
const FORGET_MS = 3_600_000

/** The processes that work on runs, each of which says now and then that it is there. */
export function createWorkerRegistry(deps: {
  db: Db
  clock: Clock
  id: string
  engine: Pick<Engine, 'capacity' | 'load'>
}) {
  const { db, clock, id, engine } = deps
  const here = () => ({ threads: engine.capacity, busy: engine.load().busy, last_seen_at: clock.now().toISOString() })

  return {
    /** Says how this process is. */
    async heartbeat(status: 'online' | 'draining'): Promise<void> {
      const now = { status, ...here() }
      await db
        .insertInto('workers')
        .values({ id, ...now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(now))
        .execute()
      const forgotten = new Date(clock.now().getTime() - FORGET_MS).toISOString()
      await db.deleteFrom('workers').where('last_seen_at', '<', forgotten).execute()
    },

    /** This process ends in good order. */
    async leave(): Promise<void> {
      await db.deleteFrom('workers').where('id', '=', id).execute()
    },

    /** All others are gone; only true where one process has the database to itself. */
    async forgetOthers(): Promise<void> {
      await db.deleteFrom('workers').where('id', '!=', id).execute()
    },

    /** This process as it is now, and the others as they last said. */
    async list(): Promise<Worker[]> {
      const lost = new Date(clock.now().getTime() - LOST_MS).toISOString()
      const rows = await db.selectFrom('workers').selectAll().orderBy('last_seen_at', 'desc').limit(1000).execute()
      return rows
        .map((row) => (row.id === id ? { ...row, ...here() } : row))
        .map(({ id, status, threads, busy, last_seen_at }) => ({
          ...{ id, threads, busy, lastSeenAt: last_seen_at },
          status: last_seen_at < lost ? 'lost' : status,
        }))
    },
  }
}
