import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { inTransaction } from './in-transaction.ts'
import { openSqlite } from './open-sqlite.ts'
import { lock, lockFirst } from './transaction-lock.ts'

test('a lock needs a transaction, because it would otherwise end at once', async () => {
  const { db, close } = await openSqlite(':memory:')
  expect(() => lockFirst(db, 'accounts', 'acc_1')).toThrow('accounts can only be locked within a transaction')
  await expect(lock(db, 'accounts', 'acc_1')).rejects.toThrow('accounts can only be locked within a transaction')
  await inTransaction(db, (tx) => lock(tx, 'accounts', 'acc_1'))
  await inTransaction(db, (tx) => lock(tx, 'queue admission'))
  await close()
})

test('on SQLite no other transaction runs after one has started, even before its first write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-lock-'))
  const path = join(folder, 'platelight.db')
  const { db, close } = await openSqlite(path)
  const other = new SqliteDatabase(path, { timeout: 0 })
  const begin = () => other.exec('begin immediate; rollback')

  await inTransaction(db, async (tx) => {
    await lock(tx, 'queue admission')
    expect(begin).toThrow('database is locked')
  })
  expect(begin).not.toThrow()
  other.close()
  await close()
  rmSync(folder, { recursive: true })
})
