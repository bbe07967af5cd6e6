import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPostgresDatabase, isOnPostgres } from '../../../test/support/test-database.ts'
import type { DatabaseConnection } from '../../database/open-database.ts'
import { connectPostgres } from '../../database/postgres/open-postgres.ts'
import { PRIORITY } from '../run-priority.ts'
import { fairQueueRepository } from './fair-queue-repository.ts'
import { runRepository } from './run-repository.ts'

const NOON = '2026-01-01T12:00:00.000Z'
const RUNS = 3_000
const PRIORITIES = [PRIORITY.waiting, PRIORITY.job]

// SQLite plans each statement in the same way whatever it holds.
describe.skipIf(!isOnPostgres)('among many runs that wait and many that have ended', () => {
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>>
  let connection: DatabaseConnection
  let admin: pg.Client
  beforeEach(async () => {
    postgres = await createPostgresDatabase()
    connection = connectPostgres({ url: postgres.url, connections: 1 })
    admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`insert into accounts (id, email, plan, role, balance, created_at)
      values ('acc_1', 'a@example.com', 'Free', 'customer', 0, '${NOON}')`)
    const work = { operation: 'upscale', channel: 'queue', params: {}, credits: 0, at: NOON } as const
    const run = { ...work, id: 'run_0', accountId: 'acc_1', priority: PRIORITY.job, requestKey: null, photoMonth: null }
    await runRepository(connection.db).insert(run)
    const { rows } = await admin.query(`select column_name as name from information_schema.columns
      where table_name = 'runs' and column_name not in ('id', 'serial', 'state')`)
    const others = rows.map(({ name }) => `"${name}"`).join()
    await admin.query(`insert into runs (id, state, ${others})
      select 'run_' || n, case when n % 2 = 0 then 'queued' else 'succeeded' end, ${others}
      from runs, generate_series(1, ${RUNS}) as n where id = 'run_0'`)
    await admin.query('analyze')
    // As for a statement that is repeated: planned without its values.
    await admin.query('set plan_cache_mode = force_generic_plan')
  })
  afterEach(async () => {
    await admin.end()
    await connection.close()
    await postgres.drop()
  })

  /** The pages that a statement reads. */
  async function pagesOf(work: () => Promise<unknown>): Promise<number> {
    const executed = vi.spyOn(connection.db, 'executeQuery')
    await work()
    const { sql, parameters } = executed.mock.calls[0]![0] as { sql: string; parameters: readonly unknown[] }
    executed.mockRestore()
    await admin.query(`prepare looked as ${sql}`)
    const values = parameters.map((value) => (value === null ? 'null' : pg.escapeLiteral(`${value}`)))
    const { rows } = await admin.query(`explain (analyze, buffers, format json) execute looked(${values})`)
    await admin.query('deallocate looked')
    return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] + rows[0]['QUERY PLAN'][0].Plan['Shared Read Blocks']
  }

  test('a claim reads about as much as it needs', async () => {
    const request = { priority: PRIORITY.job, at: NOON, except: ['run_9'], exceptAccounts: [], after: 'acc_1' }
    const lease = { owner: 'here', at: NOON, until: NOON }
    const claim = () => runRepository(connection.db).claimFirst(request, lease, [PRIORITY.waiting])
    expect(await pagesOf(async () => expect(await claim()).toMatchObject({ state: 'running' }))).toBeLessThan(100)
  })

  test('so does a look at the priorities, also at one without runs', async () => {
    const look = () => fairQueueRepository(connection.db).overview(PRIORITIES, NOON)
    const pages = await pagesOf(async () =>
      expect(await look()).toEqual([
        { priority: PRIORITY.waiting, hasWaiting: false, hasLapsed: false },
        { priority: PRIORITY.job, hasWaiting: true, hasLapsed: false },
      ]),
    )
    expect(pages).toBeLessThan(40)
  })
})
