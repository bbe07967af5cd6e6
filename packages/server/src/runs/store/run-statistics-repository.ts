import { sql } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { RunState } from '../../database/schema/run-tables.ts'
import { findOperation } from '../../operations/image-operations.ts'
import { CLAIMED_PRIORITIES, PRIORITY } from '../run-priority.ts'

/** The waiting runs and the runs in progress of one operation. */
export interface Depth {
  readonly operation: string
  readonly queued: number
  readonly running: number
  /** When the oldest waiting run was created. */
  readonly oldestAt: string | undefined
}

/** The runs that ended within a period. */
export interface Ended {
  readonly succeeded: number
  readonly failed: number
  /** Seconds of waiting and of work of the newest of them, in no order. */
  readonly waits: readonly number[]
  readonly works: readonly number[]
}

const THROUGHPUT_MS = 300_000
/** Percentiles are taken from this many runs; more would not change them. */
const MAX_TIMED = 1_000

/** A batch is counted as its items. */
const isWork = ({ operation }: { readonly operation: string }): boolean => !findOperation(operation)?.isBatch

/** Statistics of all runs. Each is read from an index, so that its cost does not grow with the history. */
export const runStatisticsRepository = (db: Db) => ({
  /** The number of waiting runs and of runs in progress. A batch counts as its items. */
  async depth(): Promise<{ queued: number; running: number }> {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('state', 'in', ['queued', 'running'])
      .where('priority', '>=', PRIORITY.item)
      .groupBy('state')
      .execute()
    const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
    return { queued: of('queued'), running: of('running') }
  },

  /** The number of waiting runs of an account. A batch counts as its items. */
  async queuedOf(accountId: string): Promise<number> {
    const { count } = await db
      .selectFrom('runs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'queued')
      // Each priority is named, so that the index can be used for the account.
      .where('priority', 'in', [...CLAIMED_PRIORITIES])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** By operation; operations without runs are left out. */
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

  /** The runs that ended since a time. */
  async ended(since: string): Promise<Ended> {
    const ended = db.selectFrom('runs').where('finished_at', '>=', since).where('priority', '>=', PRIORITY.item)
    // States are separated after the search. As a condition they would lead to an index of all runs that ever existed.
    const countOf = (state: RunState) => sql<number>`sum(case when state = ${state} then 1 else 0 end)`
    const counted = await ended
      .select([countOf('succeeded').as('succeeded'), countOf('failed').as('failed')])
      .executeTakeFirst()
    const newest = await ended
      .select(['state', 'created_at', 'started_at', 'finished_at'])
      .orderBy('finished_at', 'desc')
      .limit(MAX_TIMED)
      .execute()
    const timed = newest.filter(({ state }) => state !== 'revoked')
    return {
      succeeded: Number(counted?.succeeded ?? 0),
      failed: Number(counted?.failed ?? 0),
      waits: timed.flatMap(({ created_at, started_at }) => secondsBetween(created_at, started_at)),
      works: timed.flatMap(({ started_at, finished_at }) => secondsBetween(started_at, finished_at)),
    }
  },

  /** The runs that may be claimed now, by operation: waiting ones that are due, and those whose lease lapsed. */
  async claimable(at: string): Promise<{ operation: string; count: number }[]> {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => ['operation', fn.countAll<number>().as('count')])
      .where('priority', 'in', [...CLAIMED_PRIORITIES])
      .where(({ or, and, eb }) =>
        or([
          and([eb('state', '=', 'queued'), eb('run_at', '<=', at)]),
          and([eb('state', '=', 'running'), eb('lease_until', '<', at)]),
        ]),
      )
      .groupBy('operation')
      .execute()
    return rows.map(({ operation, count }) => ({ operation, count: Number(count) }))
  },

  /** The number of runs that end per second, by the last five minutes. */
  async throughput(now: Date): Promise<number> {
    const since = new Date(now.getTime() - THROUGHPUT_MS).toISOString()
    const found = await db
      .selectFrom('runs')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('finished_at').as('first')])
      .where('finished_at', '>=', since)
      .where('priority', '>=', PRIORITY.item)
      .executeTakeFirst()
    if (!found?.first) return 0
    // For a server that has just started, the time since its first run ended is used.
    const seconds = Math.max(1, (now.getTime() - Date.parse(found.first)) / 1000)
    return Number(found.count) / seconds
  },
})

/** Empty when one of the two times is unknown. Never negative, whatever the clock did. */
const secondsBetween = (from: string | null, to: string | null): number[] =>
  from === null || to === null ? [] : [Math.max(0, Date.parse(to) - Date.parse(from)) / 1000]
