import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, isOnPostgres } from '../../../test/support/test-database.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import { PRIORITY } from '../../runs/run-priority.ts'
import { runRepository } from '../../runs/store/run-repository.ts'
import { inTransaction } from '../in-transaction.ts'
import type { DatabaseConnection, Db } from '../open-database.ts'
import { lockFirst } from '../transaction-lock.ts'
import { connectPostgres } from './open-postgres.ts'

describe.skipIf(!isOnPostgres)('a statement that locks rows of two tables', () => {
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>>
  let connection: DatabaseConnection
  let other: pg.Client
  beforeEach(async () => {
    postgres = await createPostgresDatabase()
    connection = connectPostgres({ url: postgres.url, connections: 1 })
    other = new pg.Client({ connectionString: postgres.url })
    await other.connect()
    const at = '2026-01-01T12:00:00.000Z'
    await other.query(`insert into accounts (id, email, plan, role, balance, created_at)
      values ('acc_1', 'a@example.com', 'Free', 'customer', 0, '${at}')`)
    const run = {
      id: 'run_1',
      accountId: 'acc_1',
      operation: 'upscale',
      channel: 'queue',
      params: {},
      credits: 0,
      at,
    } as const
    await runRepository(connection.db).insert({ ...run, priority: PRIORITY.job, requestKey: null, photoMonth: null })
    await other.query(`update runs set state = 'running', lease_owner = 'here'`)
  })
  afterEach(async () => {
    await other.end()
    await connection.close()
    await postgres.drop()
  })

  const end = (tx: Db) =>
    tx
      .updateTable('runs')
      .set({ state: 'succeeded' })
      .where('id', '=', 'run_1')
      .where('state', '=', 'running')
      .where(lockFirst(tx, 'accounts', 'acc_1'))
      .returning('id')
      .execute()

  const isWaiting = async () => {
    const { rows } = await other.query(`select count(*)::int as count from pg_locks where not granted`)
    return rows[0].count > 0
  }

  test('waits for the row of its condition before it locks its own', async () => {
    await other.query('begin')
    await other.query(`select 1 from accounts where id = 'acc_1' for no key update`)
    const ending = inTransaction(connection.db, end)
    await expect.poll(isWaiting).toBe(true)
    // This would be a deadlock if the waiting statement held the run.
    expect((await other.query(`select id from runs where id = 'run_1' for update nowait`)).rowCount).toBe(1)
    await other.query('commit')
    expect(await ending).toEqual([{ id: 'run_1' }])
  })

  test('waits for its own row before it locks the one that it returns', async () => {
    await other.query('begin')
    await other.query(`select 1 from accounts where id = 'acc_1' for no key update`)
    const adding = inTransaction(connection.db, (tx) =>
      storedBytesRepository(tx).addAndRead('acc_1', 7, () => runRepository(tx).lockingHeld('run_1', 'here')),
    )
    await expect.poll(isWaiting).toBe(true)
    expect((await other.query(`select id from runs where id = 'run_1' for update nowait`)).rowCount).toBe(1)
    await other.query('commit')
    expect(await adding).toEqual({ besides: 'run_1' })
  })

  test('judges its own row as it is after the wait', async () => {
    await other.query('begin')
    await other.query(`select 1 from accounts where id = 'acc_1' for no key update`)
    await other.query(`update runs set state = 'revoked' where id = 'run_1'`)
    const ending = inTransaction(connection.db, end)
    await expect.poll(isWaiting).toBe(true)
    await other.query('commit')
    expect(await ending).toEqual([])
  })
})
