import { HOUR_MS } from '../../base/durations.ts'
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

/** A process without a heartbeat for as long as a lease is lost: others take over its runs. */
const LOST_MS = 30_000
/** A lost process is listed for this long, so that an operator sees it. */
const FORGET_MS = HOUR_MS

/** The only writer of the table `workers`: the processes that work on runs, each with its last heartbeat. */
export function createWorkerRegistry(deps: {
  db: Db
  clock: Clock
  id: string
  engine: Pick<Engine, 'capacity' | 'load'>
}) {
  const { db, clock, id, engine } = deps
  const here = () => ({ threads: engine.capacity, busy: engine.load().busy, last_seen_at: clock.now().toISOString() })

  return {
    /** Writes the state of this process. Holds by the unique id. */
    async heartbeat(status: 'online' | 'draining'): Promise<void> {
      const now = { status, ...here() }
      await db
        .insertInto('workers')
        .values({ id, ...now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(now))
        .execute()
      const forgottenBefore = new Date(clock.now().getTime() - FORGET_MS).toISOString()
      await db.deleteFrom('workers').where('last_seen_at', '<', forgottenBefore).execute()
    },

    /** Removes this process, which ends regularly. */
    async leave(): Promise<void> {
      await db.deleteFrom('workers').where('id', '=', id).execute()
    },

    /** Removes all other processes. Only for a process that has the database to itself. */
    async forgetOthers(): Promise<void> {
      await db.deleteFrom('workers').where('id', '!=', id).execute()
    },

    /** This process as it is now, and the others as of their last heartbeats. */
    async list(): Promise<Worker[]> {
      const lostBefore = new Date(clock.now().getTime() - LOST_MS).toISOString()
      const rows = await db.selectFrom('workers').selectAll().orderBy('last_seen_at', 'desc').limit(1000).execute()
      return rows
        .map((row) => (row.id === id ? { ...row, ...here() } : row))
        .map(({ id, status, threads, busy, last_seen_at }) => ({
          ...{ id, threads, busy, lastSeenAt: last_seen_at },
          status: last_seen_at < lostBefore ? 'lost' : status,
        }))
    },
  }
}
