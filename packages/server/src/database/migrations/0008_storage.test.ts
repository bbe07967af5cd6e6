import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from '../open-sqlite.ts'
import { sqliteDialect } from '../sql-dialect.ts'
import { MIGRATIONS } from './index.ts'

const NOON = '2026-01-01T12:00:00.000Z'

/** A database of the earlier version, with an account that stores something and one that does not. */
async function before(path: string): Promise<void> {
  const connection = new SqliteDatabase(path)
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) })
  connection.exec('create table migrations (name text primary key, applied_at text not null)')
  for (const { name, up } of MIGRATIONS.filter(({ name }) => name < '0008')) {
    await up(db, sqliteDialect)
    connection.prepare('insert into migrations values (?, ?)').run(name, NOON)
  }
  connection.exec(`
    insert into accounts (id, email, plan, role, balance, created_at)
      values ('acc_1', 'a@example.com', 'Free', 'customer', 0, '${NOON}'), ('acc_2', 'b@example.com', 'Free', 'customer', 0, '${NOON}');
    insert into uploads (id, account_id, sha256, blob, mime, width, height, bytes, created_at, expires_at, link_exp)
      values ('upl_1', 'acc_1', 'x', 'private/a.jpg', 'image/jpeg', 1, 1, 3000000000, '${NOON}', '${NOON}', 0);
    insert into runs (id, account_id, operation, door, params, state, credits, attempts, priority, run_at, created_at)
      values ('run_1', 'acc_1', 'upscale', 'api', '{}', 'succeeded', 1, 1, 2, '${NOON}', '${NOON}');
    insert into run_images (run_id, role, name, position, blob, mime, width, height, bytes)
      values ('run_1', 'original', '0', 0, 'private/b.jpg', 'image/jpeg', 1, 1, 20),
             ('run_1', 'output', 'image', 0, 'results/c.jpg', 'image/jpeg', 1, 1, 700);`)
  connection.close()
}

test('files stored before the migration are counted: uploads and originals, not results', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-migration-'))
  const path = join(folder, 'platelight.db')
  await before(path)
  const { db, close } = await openSqlite(path)
  const accounts = await db.selectFrom('accounts').select(['id', 'stored_bytes']).orderBy('id').execute()
  expect(accounts).toEqual([
    { id: 'acc_1', stored_bytes: 3_000_000_020 },
    { id: 'acc_2', stored_bytes: 0 },
  ])
  await close()
  rmSync(folder, { recursive: true })
})
