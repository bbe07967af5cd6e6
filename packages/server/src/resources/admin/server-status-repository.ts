import { sql } from 'kysely'
import type { Reply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { PRIORITY } from '../../runs/run-priority.ts'

type Status = Reply<'admin.status'>

const MOST_ERRORS = 50

/** What an operator looks at. Each number but those of accounts is read from an index. */
export const serverStatusRepository = (db: Db) => ({
  /** @param since The beginning of the last 24 hours. */
  async accounts(since: string): Promise<Status['accounts'] & { storedBytes: number }> {
    const row = await db
      .selectFrom('accounts')
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        sql<number>`coalesce(sum(case when email_verified_at is null then 1 else 0 end), 0)`.as('unverified'),
        sql<number>`coalesce(sum(case when disabled_at is not null then 1 else 0 end), 0)`.as('disabled'),
        sql<number>`coalesce(sum(case when created_at >= ${since} then 1 else 0 end), 0)`.as('new_today'),
        sql<number>`coalesce(sum(stored_bytes), 0)`.as('stored'),
      ])
      .executeTakeFirstOrThrow()
    const [total, unverified, disabled, new_today] = [row.total, row.unverified, row.disabled, row.new_today].map(
      Number,
    )
    return {
      total: total ?? 0,
      unverified: unverified ?? 0,
      disabled: disabled ?? 0,
      new_today: new_today ?? 0,
      storedBytes: Number(row.stored),
    }
  },

  /** The reasons why runs failed, the most frequent first. A batch counts as its items. */
  async errors(since: string): Promise<Status['errors']> {
    const failed = db
      .selectFrom('runs')
      .where('finished_at', '>=', since)
      .where('state', '=', 'failed')
      .where('priority', '>=', PRIORITY.item)
    const rows = await failed
      .select(({ fn }) => [
        'error_code',
        'operation',
        fn.countAll<number>().as('count'),
        fn.max('finished_at').as('last_at'),
        fn.max('id').as('newest'),
      ])
      .where('error_code', 'is not', null)
      .groupBy(['error_code', 'operation'])
      .orderBy('count', 'desc')
      .limit(MOST_ERRORS)
      .execute()
    if (rows.length === 0) return []
    const messages = await db
      .selectFrom('runs')
      .select(['id', 'error_message'])
      .where(
        'id',
        'in',
        rows.map(({ newest }) => newest),
      )
      .execute()
    return rows.map(({ error_code, operation, count, last_at, newest }) => ({
      code: error_code ?? '',
      operation,
      count: Number(count),
      last_at: last_at ?? since,
      message: messages.find(({ id }) => id === newest)?.error_message ?? '',
    }))
  },

  async deliveries(since: string): Promise<Status['deliveries']> {
    const waiting = await db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow()
    const ended = await db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('created_at', '>=', since)
      .groupBy('state')
      .execute()
    const of = (state: string) => Number(ended.find((row) => row.state === state)?.count ?? 0)
    return { ...waitingOf(waiting), delivered: of('delivered'), dead: of('dead') }
  },

  async letters(since: string): Promise<Status['letters']> {
    const waiting = await db
      .selectFrom('letters')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    const { count } = await db
      .selectFrom('letters')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ended_at', '>=', since)
      .where('state', '=', 'given_up')
      .executeTakeFirstOrThrow()
    return { ...waitingOf(waiting), given_up: Number(count) }
  },

  /** Bytes of all results. */
  async resultBytes(): Promise<number> {
    const { bytes } = await db
      .selectFrom('run_images')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('bytes'))
      .where('role', '=', 'output')
      .executeTakeFirstOrThrow()
    return Number(bytes)
  },
})

const waitingOf = ({ count, oldest }: { count: number; oldest: string | null }) => ({
  waiting: Number(count),
  oldest_at: oldest,
})
