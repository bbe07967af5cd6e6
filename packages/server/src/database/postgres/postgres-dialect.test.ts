import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresWithRun, postgresWithRun } from '../../../test/support/database/postgres-with-run.ts'
import { onPostgres } from '../../../test/support/test-database.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import { runRepository } from '../../runs/store/run-repository.ts'
import { inTransaction } from '../in-transaction.ts'
import type { Db } from '../open-database.ts'
import { lockFirst } from '../transaction-lock.ts'

describe('a statement that locks rows of two tables', onPostgres, () => {
  let postgres: PostgresWithRun
  beforeEach(async () => {
    postgres = await postgresWithRun()
    await postgres.other.query(`update runs set state = 'running', lease_owner = 'here'`)
  })
  afterEach(() => postgres.close())

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
    const { rows } = await postgres.other.query(`select count(*)::int as count from pg_locks where not granted`)
    return rows[0].count > 0
  }

  test('waits for the row of its condition before it locks its own', async () => {
    await postgres.other.query('begin')
    await postgres.other.query(`select 1 from accounts where id = 'acc_1' for no key update`)
    const ending = inTransaction(postgres.connection.db, end)
    await expect.poll(isWaiting).toBe(true)
    // This would be a deadlock if the waiting statement held the run.
    expect((await postgres.other.query(`select id from runs where id = 'run_1' for update nowait`)).rowCount).toBe(1)
    await postgres.other.query('commit')
    expect(await ending).toEqual([{ id: 'run_1' }])
  })

  test('waits for its own row before it locks the one that it returns', async () => {
    await postgres.other.query('begin')
    await postgres.other.query(`select 1 from accounts where id = 'acc_1' for no key update`)
    const adding = inTransaction(postgres.connection.db, (tx) =>
      storedBytesRepository(tx).addAndRead('acc_1', 7, () => runRepository(tx).lockingHeld('run_1', 'here')),
    )
    await expect.poll(isWaiting).toBe(true)
    expect((await postgres.other.query(`select id from runs where id = 'run_1' for update nowait`)).rowCount).toBe(1)
    await postgres.other.query('commit')
    expect(await adding).toEqual({ besides: 'run_1' })
  })

  test('judges its own row as it is after the wait', async () => {
    await postgres.other.query('begin')
    await postgres.other.query(`select 1 from accounts where id = 'acc_1' for no key update`)
    await postgres.other.query(`update runs set state = 'revoked' where id = 'run_1'`)
    const ending = inTransaction(postgres.connection.db, end)
    await expect.poll(isWaiting).toBe(true)
    await postgres.other.query('commit')
    expect(await ending).toEqual([])
  })
})
