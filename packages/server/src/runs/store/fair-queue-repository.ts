import { type RawBuilder, sql } from 'kysely'
import { compiledQuery } from '../../database/compiled-query.ts'
import type { Db } from '../../database/open-database.ts'
import type { Lane } from '../../database/schema/run-tables.ts'
import type { Priority } from '../run-priority.ts'

/**
 * The number of accounts with waiting runs that are compared for one turn, starting after the account that was served last.
 */
const MAX_ACCOUNTS = 50

/** This clock never writes a time this far ahead: no retry waits that long, and no lease lasts longer. */
const NEVER_AHEAD_MS = 90_000

/** Whether a priority has runs of each kind. Not all of them may be due. */
export interface Overview {
  readonly priority: Priority
  readonly hasWaiting: boolean
  /** Runs in progress whose lease lapsed. */
  readonly hasLapsed: boolean
}

/** A run that may be claimed, as it was found. */
export interface ClaimCandidate {
  readonly id: string
  readonly account_id: string
  readonly operation: string
  readonly state: 'queued' | 'running'
  readonly attempts: number
  readonly lease_until: string | null
}

export interface FairQueueRequest {
  readonly priority: Priority
  /** The operations that the owner can do; undefined for all. */
  readonly operations?: readonly string[] | undefined
  /** What the runs wait for; undefined for whatever it is. */
  readonly lane?: Lane | undefined
  readonly at: string
  /** Runs that the owner is working on. */
  readonly except: readonly string[]
  /** Accounts whose runs are not started for now. */
  readonly exceptAccounts: readonly string[]
  /** The account that had the last turn of this priority; empty for none. */
  readonly after: string
}

/**
 * The fair queue: the next run among those of the same priority. Of the accounts with waiting runs, the one with the fewest
 * estimated seconds of work in progress comes first, and among those the next one after the account that was served last. So a hundred photos of
 * one account take turns with the single photo of another, whatever channels they came through.
 *
 * Accounts are found by leaping from one to the next in the index `runs_turns`, so the cost of a turn grows with the number
 * of waiting accounts and not with the number of waiting runs.
 */
export const fairQueueRepository = (db: Db) => ({
  /** What there may be to claim. It costs much less than to search a priority without runs. */
  async overview(priorities: readonly Priority[], at: string): Promise<Overview[]> {
    const [row] = await overviewOf(db, priorities, dueAt(at))
    return priorities.map((priority, index) => ({
      priority,
      hasWaiting: Boolean(row?.[`waiting_${index}`]),
      hasLapsed: Boolean(row?.[`lapsed_${index}`]),
    }))
  },

  /** The next run that may be claimed. It is not held yet: `claim` succeeds only if the run is unchanged. */
  async next(
    request: FairQueueRequest,
    { hasWaiting, hasLapsed }: Pick<Overview, 'hasWaiting' | 'hasLapsed'>,
  ): Promise<ClaimCandidate | undefined> {
    return (hasLapsed ? await lapsed(db, request) : undefined) ?? (hasWaiting ? waiting(db, request) : undefined)
  },
})

/** A moment, and the one that no time lies behind. */
interface Due {
  readonly now: string
  readonly ahead: string
}

export const dueAt = (at: string): Due => ({
  now: at,
  ahead: new Date(Date.parse(at) + NEVER_AHEAD_MS).toISOString(),
})

const overviewOf = compiledQuery(
  (_db, priorities: readonly Priority[], due: Due) =>
    sql<Record<`waiting_${number}` | `lapsed_${number}`, boolean | number>>`select ${sql.join(
      priorities.flatMap((priority, index) => [
        sql`${hasWaiting(priority)} as ${sql.ref(`waiting_${index}`)}`,
        sql`${hasLapsed(priority, due)} as ${sql.ref(`lapsed_${index}`)}`,
      ]),
    )}`,
)

/**
 * Whether a priority has waiting runs. It asks for the first one in the order of an index, because a database that expects many
 * of them would rather look at all runs until it finds one, and there may be none.
 */
const hasWaiting = (priority: Priority) =>
  sql`(select account_id from runs where state = 'queued' and priority = ${priority} order by account_id limit 1) is not null`

const hasLapsed = (priority: Priority, due: Due) =>
  sql`exists (select 1 from runs where priority = ${priority} and ${isLapsed(due)})`

const isLapsed = ({ now, ahead }: Due) => sql`state = 'running' and (lease_until < ${now} or lease_until > ${ahead})`

const among = (operations: readonly string[] | undefined) =>
  operations === undefined ? sql`1 = 1` : sql`operation in (${sql.join(operations)})`

const inLane = (lane: Lane | undefined) => (lane === undefined ? sql`1 = 1` : sql`lane = ${lane}`)

const notAmong = (ids: readonly string[], column = 'id') =>
  ids.length === 0 ? sql`1 = 1` : sql`${sql.ref(column)} not in (${sql.join(ids)})`

/** A run whose lease lapsed comes first, because it had its turn before. */
async function lapsed(
  db: Db,
  { priority, at, except, operations, lane }: FairQueueRequest,
): Promise<ClaimCandidate | undefined> {
  const { rows } = await sql<ClaimCandidate>`
    select ${CANDIDATE} from runs
    where priority = ${priority} and ${isLapsed(dueAt(at))} and ${notAmong(except)} and ${among(operations)}
      and ${inLane(lane)}
    order by run_at, serial limit 1`.execute(db)
  return rows[0]
}

const CANDIDATE = sql.raw('id, account_id, operation, state, attempts, lease_until')

async function waiting(db: Db, request: FairQueueRequest): Promise<ClaimCandidate | undefined> {
  const { rows } = await sql<ClaimCandidate>`
    select ${CANDIDATE} from runs where id = (${turn(request, dueAt(request.at))})`.execute(db)
  return rows[0]
}

/**
 * The id of the next waiting run, as a part of the statement that claims it.
 *
 * @param due Of the request.
 * @param earlier Priorities that are searched before. If one of them has runs, or any of them all has a run whose lease
 * lapsed, there is no next one.
 */
export function nextWaitingId(
  request: Omit<FairQueueRequest, 'at'>,
  due: Due,
  earlier?: readonly Priority[],
): RawBuilder<string> {
  const id = sql<string>`select id from (${turn(request, due)}) as turn`
  if (!earlier) return sql`(${id})`
  const others = [
    ...earlier.map(hasWaiting),
    ...[...earlier, request.priority].map((priority) => hasLapsed(priority, due)),
  ]
  return sql`(${id} where not (${sql.join(others, sql` or `)}))`
}

/** The id of the run whose turn it is among the waiting ones. */
function turn(
  { priority, except, exceptAccounts, after, operations, lane }: Omit<FairQueueRequest, 'at'>,
  { now, ahead }: Due,
): RawBuilder<string> {
  const queued = sql`state = 'queued' and priority = ${priority}`
  /** The first account in the index that meets a condition. */
  const first = (condition: RawBuilder<unknown>) =>
    sql`(select account_id from runs where ${queued} and ${condition} order by account_id limit 1)`
  const within = (name: string) =>
    sql`${sql.ref(`${name}.account_id`)} is not null and place < ${sql.lit(MAX_ACCOUNTS)}`

  return sql<string>`
    with recursive
      later (account_id, lap, place) as (
        select ${first(sql`account_id > ${after}`)}, 1, 1
        union all
        select ${first(sql`runs.account_id > later.account_id`)}, 1, place + 1 from later where ${within('later')}
      ),
      earlier (account_id, lap, place) as (
        select ${first(sql`account_id <= ${after}`)}, 2, (select count(*) from later) + 1
        union all
        select ${first(sql`runs.account_id > earlier.account_id and runs.account_id <= ${after}`)}, 2, place + 1
        from earlier where ${within('earlier')}
      ),
      busy (account_id, in_work) as (
        select account_id, sum(seconds) from runs where state = 'running' and priority >= 0 group by account_id
      ),
      turns (account_id, lap, place, id) as materialized (
        select account_id, lap, place, (
          select id from runs
          where ${queued} and runs.account_id = accounts.account_id
            and (run_at <= ${now} or run_at > ${ahead}) and ${notAmong(except)} and ${among(operations)}
            and ${inLane(lane)}
          order by runs.place, run_at, serial limit 1
        )
        from (select * from later union all select * from earlier) as accounts
        where account_id is not null and ${notAmong(exceptAccounts, 'account_id')}
      )
    select turns.id from turns left join busy on busy.account_id = turns.account_id
    where turns.id is not null
    order by coalesce(in_work, 0), lap, turns.place limit 1`
}
