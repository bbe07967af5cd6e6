import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { CLAIMED_PRIORITIES } from '../../runs/run-priority.ts'
import { claimNextRun } from '../../runs/scheduling/claim-run.ts'
import { openSqlite } from '../open-sqlite.ts'
import { sqliteDialect } from '../sql-dialect.ts'
import { MIGRATIONS } from './index.ts'

const NOON = '2026-01-01T12:00:00.000Z'

/** A database of the earlier version, with its unfinished runs. */
async function before(path: string): Promise<void> {
  const connection = new SqliteDatabase(path)
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) })
  connection.exec('create table migrations (name text primary key, applied_at text not null)')
  for (const { name, up } of MIGRATIONS.filter(({ name }) => name < '0007')) {
    await up(db, sqliteDialect)
    connection.prepare('insert into migrations values (?, ?)').run(name, NOON)
  }
  const columns = (table: string) => connection.pragma(`table_info(${table})`) as { name: string; notnull: number }[]
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const known = columns(table).filter(({ name }) => name in row)
    const names = known.map(({ name }) => name)
    connection
      .prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
      .run(...names.map((name) => row[name]))
  }
  insert('accounts', {
    id: 'acc_1',
    email: 'a@example.com',
    plan: 'Free',
    role: 'customer',
    balance: 0,
    created_at: NOON,
  })
  const run = { account_id: 'acc_1', operation: 'upscale', params: '{}', state: 'queued', credits: 1, attempts: 0 }
  const common = { ...run, priority: 0, run_at: NOON, created_at: NOON }
  insert('runs', { ...common, id: 'run_done', door: 'v1', state: 'succeeded', finished_at: NOON })
  insert('runs', { ...common, id: 'run_batch', door: 'queue', state: 'running', items: 2, credits: 0 })
  for (const place of [0, 1]) {
    insert('runs', {
      ...common,
      id: `run_item_${place}`,
      door: 'queue',
      parent_id: 'run_batch',
      place,
      priority: -1 - place,
    })
  }
  insert('runs', { ...common, id: 'run_called', door: 'api' })
  insert('runs', {
    ...common,
    id: 'run_dead',
    door: 'v1',
    state: 'running',
    attempts: 1,
    lease_owner: 'gone',
    lease_until: NOON,
  })
  await db.destroy()
}

test('waiting and running runs of the earlier version are continued once, in fair order, and their batch is not work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-0007-'))
  const path = join(folder, 'platelight.db')
  await before(path)
  const { db, close } = await openSqlite(path)
  const priorities = await db.selectFrom('runs').select(['id', 'priority', 'provider_task']).orderBy('serial').execute()
  expect(priorities).toEqual([
    { id: 'run_done', priority: 2, provider_task: null },
    { id: 'run_batch', priority: -1, provider_task: null },
    { id: 'run_item_0', priority: 0, provider_task: null },
    { id: 'run_item_1', priority: 0, provider_task: null },
    { id: 'run_called', priority: 2, provider_task: null },
    { id: 'run_dead', priority: 2, provider_task: null },
  ])
  const claimed: unknown[] = []
  const claim = {
    at: '2026-01-01T12:00:01.000Z',
    leaseUntil: '2026-01-01T12:00:31.000Z',
    except: [],
    ignoreIsolation: true,
  }
  for (;;) {
    const one = await claimNextRun(db, 'here', {
      ...claim,
      priorities: CLAIMED_PRIORITIES,
      lastServed: new Map(),
    })
    if (!one || one === 'needs_isolation') break
    claimed.push([one.id, one.attempts])
  }
  expect(claimed).toEqual([
    ['run_dead', 2],
    ['run_called', 1],
    ['run_item_0', 1],
    ['run_item_1', 1],
  ])
  await close()
  rmSync(folder, { recursive: true })
})
