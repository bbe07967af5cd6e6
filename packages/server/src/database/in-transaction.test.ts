import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { onPostgres, openTestDatabase } from '../../test/support/test-database.ts'
import { isDatabaseLost } from '../base/database-error.ts'
import { inTransaction } from './in-transaction.ts'
import type { OpenDatabase } from './open-database.ts'
import { lock } from './transaction-lock.ts'

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
  for (const id of ['acc_1', 'acc_2']) {
    const account = {
      id,
      email: `${id}@example.com`,
      plan: 'Free',
      role: 'customer',
      balance: 0,
      created_at: '2026-01-01',
    }
    await database.db
      .insertInto('accounts')
      .values(account as never)
      .execute()
  }
})
afterEach(() => database.close())

const balance = async (id: string) =>
  (await database.db.selectFrom('accounts').select('balance').where('id', '=', id).executeTakeFirstOrThrow()).balance

test('an error of the work undoes all of it and is passed on', async () => {
  const failed = inTransaction(database.db, async (tx) => {
    await tx.updateTable('accounts').set({ balance: 5 }).execute()
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await balance('acc_1')).toBe(0)
})

describe('on PostgreSQL', onPostgres, () => {
  test('two transactions that lock the same rows in opposite order both succeed', async () => {
    let waiting = 0
    let meet = () => {}
    const both = new Promise<void>((resolve) => {
      meet = resolve
    })
    const lockBoth = async (first: string, second: string) =>
      inTransaction(database.db, async (tx) => {
        await lock(tx, 'accounts', first)
        if (++waiting === 2) meet()
        await both
        await lock(tx, 'accounts', second)
        await tx
          .updateTable('accounts')
          .set((row) => ({ balance: row('balance', '+', 1) }))
          .execute()
      })
    await Promise.all([lockBoth('acc_1', 'acc_2'), lockBoth('acc_2', 'acc_1')])
    expect([await balance('acc_1'), await balance('acc_2')]).toEqual([2, 2])
  })

  test('work that may be repeated outlasts a lost connection, and other work fails', async () => {
    const interrupted = (repeatable: boolean) => {
      let tried = 0
      return inTransaction(
        database.db,
        async (tx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
          await tx
            .updateTable('accounts')
            .set((row) => ({ balance: row('balance', '+', 1) }))
            .execute()
          if (++tried === 1) await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(database.db)
          await sql`select 1`.execute(tx)
          return tried
        },
        { repeatable },
      )
    }
    expect(await interrupted(true)).toBe(2)
    expect(await balance('acc_1')).toBe(1)
    await expect(interrupted(false)).rejects.toSatisfy(isDatabaseLost)
    expect(await balance('acc_1')).toBe(1)
  })
})
