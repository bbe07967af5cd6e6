import { sql } from 'kysely'
import type { RunState } from '../../database/database-schema.ts'
import type { Db } from '../../database/open-database.ts'
import { OPERATIONS } from '../../operations/image-operations.ts'
import { PRIORITY } from '../run-priority.ts'

/** What waits and what is being worked on, of one operation. */
export interface Depth {
  readonly operation: string
  readonly queued: number
  readonly running: number
  /** When the oldest that waits was asked for. */
  readonly oldestAt: string | undefined
}

/** What ended within some time. */
export interface Ended {
  readonly succeeded: number
  readonly failed: number
  /** Seconds, of the newest of them, in no order. */
  readonly waits: readonly number[]
  readonly works: readonly number[]
}

const PACE_MS = 300_000
/** Percentiles are taken from so many runs: more would tell the same. */
const MOST_TIMED = 1_000

/** A batch is its items. */
const isWork = ({ operation }: { readonly operation: string }): boolean => !OPERATIONS.get(operation)?.isBatch

/** Figures about all runs, each read from an index and never from all that ever was. */
export const runStatisticsRepository = (db: Db) => ({
  /** By operation; those with nothing are left out. */
  async depths(): Promise<Depth[]> {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => ['state', 'operation', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
      .where('state', 'in', ['queued', 'running'])
      .groupBy(['state', 'operation'])
      .execute()
    const names = [...new Set(rows.filter(isWork).map(({ operation }) => operation))].sort()
    return names.map((operation) => {
      const of = (state: string) => rows.find((row) => row.operation === operation && row.state === state)
      return {
        operation,
        queued: Number(of('queued')?.count ?? 0),
        running: Number(of('running')?.count ?? 0),
        oldestAt: of('queued')?.oldest ?? undefined,
      }
    })
  },

  /** What ended since. */
  async ended(since: string): Promise<Ended> {
    const ended = db.selectFrom('runs').where('finished_at', '>=', since).where('priority', '>=', PRIORITY.item)
    // States are told apart in what was found: asked for, they would lead into an index of all runs that ever were.
    const countOf = (state: RunState) => sql<number>`sum(case when state = ${state} then 1 else 0 end)`
    const counted = await ended
      .select([countOf('succeeded').as('succeeded'), countOf('failed').as('failed')])
      .executeTakeFirst()
    const newest = await ended
      .select(['state', 'created_at', 'started_at', 'finished_at'])
      .orderBy('finished_at', 'desc')
      .limit(MOST_TIMED)
      .execute()
    const timed = newest.filter(({ state }) => state !== 'revoked')
    return {
      succeeded: Number(counted?.succeeded ?? 0),
      failed: Number(counted?.failed ?? 0),
      waits: timed.flatMap(({ created_at, started_at }) => secondsBetween(created_at, started_at)),
      works: timed.flatMap(({ started_at, finished_at }) => secondsBetween(started_at, finished_at)),
    }
  },

  /** How much gets done, by the last five minutes. */
  async throughput(now: Date): Promise<{ perSecond: number }> {
    const since = new Date(now.getTime() - PACE_MS).toISOString()
    const found = await db
      .selectFrom('runs')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('finished_at').as('first')])
      .where('finished_at', '>=', since)
      .where('priority', '>=', PRIORITY.item)
      .executeTakeFirst()
    if (!found?.first) return { perSecond: 0 }
    // A server that has just begun is judged by what it has had time for.
    const seconds = Math.max(1, (now.getTime() - Date.parse(found.first)) / 1000)
    return { perSecond: Number(found.count) / seconds }
  },
})

/** Nothing where one of both is not known; never less than nothing, whatever the clock did. */
const secondsBetween = (from: string | null, to: string | null): number[] =>
  from === null || to === null ? [] : [Math.max(0, Date.parse(to) - Date.parse(from)) / 1000]
