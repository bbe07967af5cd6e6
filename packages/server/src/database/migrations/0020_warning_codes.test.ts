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
const SENTENCE = 'It\'s "uncertain". Its "warnings":["are read"].'
const PLAIN = JSON.stringify({ id: 'run_1', warnings: [] })

/** A database of the earlier version, with a run, two events and two kept replies. */
async function before(path: string): Promise<void> {
  const connection = new SqliteDatabase(path)
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) })
  connection.exec('create table migrations (name text primary key, applied_at text not null)')
  for (const { name, up } of MIGRATIONS.filter(({ name }) => name < '0020')) {
    await up(db, sqliteDialect)
    connection.prepare('insert into migrations values (?, ?)').run(name, NOON)
  }
  const account = { id: 'acc_1', email: 'a@example.com', plan: 'Free', role: 'customer', balance: 0, created_at: NOON }
  const run = { id: 'run_1', account_id: 'acc_1', operation: 'upscale', door: 'api', params: '{}', state: 'succeeded' }
  const warnings = [
    { code: 'enlarged', message: 'It says "code":"enlarged".' },
    { code: 'dish_cut', message: 'It is cut.' },
  ]
  const times = { credits: 1, attempts: 1, priority: 2, run_at: NOON, created_at: NOON }
  const key = { account_id: 'acc_1', fingerprint: 'f', state: 'done', owner: 'p', created_at: NOON }
  const event = { account_id: 'acc_1', type: 'photo.enhancement.completed', created_at: NOON }
  const rows: readonly [table: string, row: Record<string, string | number>][] = [
    ['accounts', account],
    ['runs', { ...run, ...times, outcome: JSON.stringify({ engine: 'local', warnings }) }],
    ['events', { ...event, id: 'evt_1', body: JSON.stringify({ data: { photo: { warnings: [SENTENCE] } } }) }],
    ['events', { ...event, id: 'evt_2', body: PLAIN }],
    ['idempotency_keys', { ...key, key: 'one', body: JSON.stringify({ warnings: [SENTENCE, 'B.'] }) }],
    ['idempotency_keys', { ...key, key: 'two', body: PLAIN }],
  ]
  for (const [table, row] of rows) {
    const names = Object.keys(row)
    connection
      .prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
      .run(...Object.values(row))
  }
  await db.destroy()
}

test('warnings stored as sentences get a code in events and kept replies, and runs get the codes that have pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-0020-'))
  const path = join(folder, 'platelight.db')
  await before(path)
  const { db, close } = await openSqlite(path)
  const { outcome } = await db.selectFrom('runs').select('outcome').executeTakeFirstOrThrow()
  expect(JSON.parse(outcome!).warnings).toEqual([
    { code: 'model_size_enlarged', message: 'It says "code":"enlarged".' },
    { code: 'dish_cut', message: 'It is cut.' },
  ])
  const events = await db.selectFrom('events').select('body').orderBy('id').execute()
  expect(events.map(({ body }) => JSON.parse(body))).toEqual([
    { data: { photo: { warnings: [{ code: 'note', message: SENTENCE }] } } },
    JSON.parse(PLAIN),
  ])
  const replies = await db.selectFrom('idempotency_keys').select('body').orderBy('key').execute()
  expect(replies.map(({ body }) => JSON.parse(body!))).toEqual([
    {
      warnings: [
        { code: 'note', message: SENTENCE },
        { code: 'note', message: 'B.' },
      ],
    },
    JSON.parse(PLAIN),
  ])
  await close()
  rmSync(folder, { recursive: true })
})
