import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type PostgresWithRun, postgresWithRun } from '../../../test/support/database/postgres-with-run.ts'
import { onPostgres } from '../../../test/support/test-database.ts'
import { PRIORITY } from '../run-priority.ts'
import { fairQueueRepository } from './fair-queue-repository.ts'
import { runRepository } from './run-repository.ts'

const NOON = '2026-01-01T12:00:00.000Z'
const RUNS = 3_000
const PRIORITIES = [PRIORITY.waiting, PRIORITY.job]

// SQLite plans each statement in the same way whatever it holds.
describe('among many runs that wait and many that have ended', onPostgres, () => {
  let postgres: PostgresWithRun
  let other: PostgresWithRun['other']
  beforeEach(async () => {
    postgres = await postgresWithRun(NOON)
    other = postgres.other
    const { rows } = await other.query(`select column_name as name from information_schema.columns
      where table_name = 'runs' and column_name not in ('id', 'serial', 'state')`)
    const others = rows.map(({ name }) => `"${name}"`).join()
    await other.query(`insert into runs (id, state, ${others})
      select 'more_' || n, case when n % 2 = 0 then 'queued' else 'succeeded' end, ${others}
      from runs, generate_series(1, ${RUNS}) as n where id = 'run_1'`)
    await other.query('analyze')
    // As for a statement that is repeated: planned without its values.
    await other.query('set plan_cache_mode = force_generic_plan')
  })
  afterEach(() => postgres.close())

  /** The pages that a statement reads. */
  async function pagesOf(work: () => Promise<unknown>): Promise<number> {
    const executed = vi.spyOn(postgres.connection.db, 'executeQuery')
    await work()
    const { sql, parameters } = executed.mock.calls[0]![0] as { sql: string; parameters: readonly unknown[] }
    executed.mockRestore()
    await other.query(`prepare looked as ${sql}`)
    const values = parameters.map((value) => (value === null ? 'null' : pg.escapeLiteral(`${value}`)))
    const { rows } = await other.query(`explain (analyze, buffers, format json) execute looked(${values})`)
    await other.query('deallocate looked')
    return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] + rows[0]['QUERY PLAN'][0].Plan['Shared Read Blocks']
  }

  test('a claim reads about as much as it needs', async () => {
    const request = { priority: PRIORITY.job, at: NOON, except: ['run_9'], exceptAccounts: [], after: 'acc_1' }
    const lease = { owner: 'here', at: NOON, until: NOON }
    const claim = () => runRepository(postgres.connection.db).claimFirst(request, lease, [PRIORITY.waiting])
    expect(await pagesOf(async () => expect(await claim()).toMatchObject({ state: 'running' }))).toBeLessThan(100)
  })

  test('so does a look at the priorities, also at one without runs', async () => {
    const look = () => fairQueueRepository(postgres.connection.db).overview(PRIORITIES, NOON)
    const pages = await pagesOf(async () =>
      expect(await look()).toEqual([
        { priority: PRIORITY.waiting, hasWaiting: false, hasLapsed: false },
        { priority: PRIORITY.job, hasWaiting: true, hasLapsed: false },
      ]),
    )
    expect(pages).toBeLessThan(40)
  })
})
