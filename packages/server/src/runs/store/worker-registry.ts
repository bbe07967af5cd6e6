import type { Serving } from '@platelight/imaging/network-port.ts'
import { HOUR_MS } from '../../base/durations.ts'
import { CAPABILITIES, type Capability, type Engines, engineSetting } from '../../base/engine-capability.ts'
import type { Clock } from '../../base/ports.ts'
import type { ProcessRole } from '../../base/process-role.ts'
import type { Db } from '../../database/open-database.ts'
import type { Engine } from '../../engines/engine-port.ts'

/** One process that works on runs. */
export interface Worker {
  readonly id: string
  readonly name: string | null
  readonly status: 'online' | 'draining' | 'lost'
  readonly threads: number
  readonly busy: number
  readonly lastSeenAt: string
}

/** What the processes of an installation can do together. */
export interface Abilities {
  /** Empty when no process works on runs. */
  readonly capabilities: ReadonlySet<string>
  /** For each use of a network, the engine of one that has it. */
  readonly serving: Serving
}

export type WorkerRegistry = ReturnType<typeof createWorkerRegistry>

/** The setting that supplies a capability that no process has: it chooses an engine, or what a process to start does. */
export function settingToEnable(missing: Capability, { size }: Abilities['capabilities'], engines: Engines): string {
  if (engines[missing] === 'off') return engineSetting(missing)
  if (missing === 'motion' && size > 0) return 'PLATELIGHT_FFMPEG'
  return size === 0 ? 'PLATELIGHT_ROLE' : 'PLATELIGHT_WORKER_CAPABILITIES'
}

/** A process without a heartbeat for as long as a lease is lost: others take over its runs. */
export const LOST_MS = 30_000
/** A lost process is listed for this long, so that an operator sees it. */
const FORGET_MS = HOUR_MS

/** The only writer of the table `workers`: the processes that work on runs, each with its last heartbeat. */
export function createWorkerRegistry(deps: {
  db: Db
  clock: Clock
  id: string
  /** For people. */
  name?: string
  engine: Pick<Engine, 'capacity' | 'load' | 'serving'>
  role?: ProcessRole
  /** The capabilities whose runs this process takes; all by default. */
  capabilities?: readonly Capability[]
  /** Whether no other process works on this database. */
  isAlone?: boolean
  /** The name under which it holds tickets. */
  pool?: () => string | null
}) {
  const { db, clock, id, name = null, engine, role = 'all', pool = () => null, isAlone = false } = deps
  const capabilities = role === 'api' ? [] : (deps.capabilities ?? CAPABILITIES)
  const lostBefore = () => new Date(clock.now().getTime() - LOST_MS).toISOString()
  const here = () => ({ threads: engine.capacity, busy: engine.load().busy, last_seen_at: clock.now().toISOString() })

  const ownAbilities = async (): Promise<Abilities> => ({
    capabilities: new Set(capabilities),
    serving: capabilities.length === 0 ? {} : await engine.serving(),
  })

  return {
    /** Writes the state of this process. Holds by the unique id. */
    async heartbeat(status: 'online' | 'draining'): Promise<void> {
      const { serving } = await ownAbilities()
      const able = { capabilities: JSON.stringify(capabilities), serving: JSON.stringify(serving) }
      const now = { name, status, role, pool: pool(), ...able, ...here() }
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

    /** Whether a process has sent a heartbeat recently, of whatever role. */
    async isAlive(tx: Db, owner: string): Promise<boolean> {
      const found = await tx
        .selectFrom('workers')
        .select('id')
        .where('id', '=', owner)
        .where('last_seen_at', '>=', lostBefore())
        .executeTakeFirst()
      return found !== undefined
    },

    /** The names under which processes that are not lost hold tickets. */
    async livePools(): Promise<string[]> {
      const rows = await db
        .selectFrom('workers')
        .select('pool')
        .where('last_seen_at', '>=', lostBefore())
        .where('pool', 'is not', null)
        .execute()
      return rows.flatMap(({ pool }) => pool ?? [])
    },

    /**
     * What this process and the others can do, as of their last heartbeats. One that is stopping counts until it has left,
     * because most are started again.
     */
    async abilities(tx: Db = db): Promise<Abilities> {
      const own = await ownAbilities()
      if (isAlone) return own
      const rows = await tx
        .selectFrom('workers')
        .select(['capabilities', 'serving'])
        .where('id', '!=', id)
        .where('last_seen_at', '>=', lostBefore())
        .execute()
      const others = rows.map((row) => ({
        capabilities: JSON.parse(row.capabilities) as string[],
        serving: JSON.parse(row.serving) as Serving,
      }))
      return {
        capabilities: new Set([...own.capabilities, ...others.flatMap((other) => other.capabilities)]),
        serving: Object.assign({}, ...others.map(({ serving }) => serving), own.serving),
      }
    },

    /** The processes that work on runs: this one as it is now, and the others as of their last heartbeats. */
    async list(): Promise<Worker[]> {
      const before = lostBefore()
      const working = db.selectFrom('workers').selectAll().where('role', '!=', 'api')
      const rows = await working.orderBy('last_seen_at', 'desc').limit(1000).execute()
      return rows
        .map((row) => (row.id === id ? { ...row, ...here() } : row))
        .map(({ id, name, status, threads, busy, last_seen_at }) => ({
          id,
          name,
          threads,
          busy,
          lastSeenAt: last_seen_at,
          status: last_seen_at < before ? 'lost' : status,
        }))
    },
  }
}
