import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { digestsOf, fillForMove } from '../../../test/support/database/moved-rows.ts'
import { createPostgresDatabase, onPostgres } from '../../../test/support/test-database.ts'
import type { Database } from '../database-schema.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import type { DatabaseConnection } from '../open-database.ts'
import { connectSqlite, openSqlite } from '../open-sqlite.ts'
import { connectPostgres, migratePostgres } from '../postgres/open-postgres.ts'
import { isEqualTable, moveRows } from './move-rows.ts'
import { LEFT_TABLES, OWN_TABLES, readMovedTables } from './moved-tables.ts'
import { endUnfinishedMove } from './unfinished-move.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-move-'))
const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean()
  rmSync(folder, { recursive: true, force: true })
})

const NOON = '2026-01-01T12:00:00.000Z'

test('every table moves, except those of running processes, and rows come after the rows that they refer to', async () => {
  const names = (await readMovedTables()).map(({ name }) => name)
  // The compiler requires every table of the schema here.
  const all: Record<keyof Database, true> = {
    accounts: true,
    api_keys: true,
    sessions: true,
    email_tokens: true,
    attempts: true,
    identities: true,
    provider_sign_ins: true,
    sign_in_codes: true,
    credit_entries: true,
    monthly_usage: true,
    runs: true,
    run_images: true,
    workers: true,
    uploads: true,
    brand_profiles: true,
    brand_logos: true,
    events: true,
    webhook_endpoints: true,
    webhook_deliveries: true,
    webhook_attempts: true,
    letters: true,
    mail_addresses: true,
    letter_counts: true,
    email_preferences: true,
    subscribers: true,
    leads: true,
    idempotency_keys: true,
    blob_garbage: true,
    rate_counters: true,
    installation: true,
    account_settings: true,
    account_jobs: true,
    export_archives: true,
    setup_links: true,
    operator_files: true,
    anonymous_sessions: true,
    anonymous_projects: true,
    projects: true,
    guests: true,
    growth_consents: true,
    purchases: true,
    portal_sessions: true,
    inbound_events: true,
    subscriptions: true,
    subscription_periods: true,
    store_identifiers: true,
    growth_events: true,
  }
  expect([...names, ...LEFT_TABLES].sort()).toEqual(Object.keys(all).sort())
  const isBefore = (first: string, second: string) => names.indexOf(first) < names.indexOf(second)
  for (const [first, second] of [
    ['accounts', 'api_keys'],
    ['accounts', 'runs'],
    ['runs', 'run_images'],
    ['events', 'webhook_deliveries'],
    ['webhook_deliveries', 'webhook_attempts'],
  ] as const)
    expect([first, second, isBefore(first, second)]).toEqual([first, second, true])
})

let made = 0
/** A new SQLite database, and how to open it for a move. */
async function sqliteFile(): Promise<{ path: string; exact: (options?: { readOnly: boolean }) => DatabaseConnection }> {
  const path = join(folder, `${++made}.db`)
  await (await openSqlite(path)).close()
  return {
    path,
    exact: (options) => {
      const database = connectSqlite(path, { exact: true, ...options })
      cleanups.push(() => database.close())
      return database
    },
  }
}

async function postgres(): Promise<{ url: string; database: DatabaseConnection }> {
  const { url, drop } = await createPostgresDatabase()
  cleanups.push(drop)
  const database = connectPostgres({ url, connections: 2, exact: true })
  cleanups.push(() => database.close())
  return { url, database }
}

const quiet = () => {}

test('a text with the character NUL is found before the target is touched', async () => {
  const { exact } = await sqliteFile()
  const { db } = exact()
  await fillForMove(db, 3)
  await sql`update runs set error_message = ${'a\u0000b'} where id = 'run_1'`.execute(db)
  const touch = async () => expect.fail('the target was opened')
  await expect(
    moveRows({ source: { db, name: 'source' }, openTarget: touch, migrateTarget: touch, onProgress: quiet }),
  ).rejects.toThrow('The table runs has a value in error_message (serial 2) that PostgreSQL cannot hold')
})

test('a source of another version or with half of its rows is refused', async () => {
  const source = await sqliteFile()
  const { db } = source.exact()
  const touch = async () => expect.fail('the target was opened')
  const move = () =>
    moveRows({ source: { db, name: 'the source' }, openTarget: touch, migrateTarget: touch, onProgress: quiet })

  await sql`insert into unfinished_move values ('s', 'c', ${NOON})`.execute(db)
  await expect(move()).rejects.toThrow(`the source holds an unfinished move, which began at ${NOON}`)
  await endUnfinishedMove(db)

  await sql`insert into migrations values ('9999_future', ${NOON})`.execute(db)
  await expect(move()).rejects.toThrow('changed by a newer version of the server (9999_future)')
  await sql`delete from migrations where name in ('9999_future', ${MIGRATIONS.at(-1)?.name})`.execute(db)
  await expect(move()).rejects.toThrow(
    `the source is of version ${MIGRATIONS.at(-2)?.name}, and this server moves and backs up only ${MIGRATIONS.at(-1)?.name}. Start`,
  )
})

describe('between SQLite and PostgreSQL', onPostgres, () => {
  test('a migrated PostgreSQL database has the tables and columns that move', async () => {
    const { url, database } = await postgres()
    await migratePostgres(database.db, url)
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = current_schema()`.execute(database.db)
    const left: readonly string[] = [...LEFT_TABLES, ...OWN_TABLES]
    const found = rows.filter(({ table }) => !left.includes(table)).map(({ table, column }) => `${table}.${column}`)
    const moved = (await readMovedTables()).flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`))
    expect(found.sort()).toEqual(moved.sort())
  })

  test('there and back again every row is equal, and numbers count on', async () => {
    const source = await sqliteFile()
    const filled = source.exact()
    await fillForMove(filled.db, 450)
    const before = await digestsOf(filled.db)
    expect(before.filter(({ rows }) => rows === 0).length).toBeGreaterThan(5)

    const there = await postgres()
    // As an operator creates it, without tables.
    await sql`drop schema public cascade`.execute(there.database.db)
    await sql`create schema public`.execute(there.database.db)
    const compared = await moveRows({
      source: { db: source.exact({ readOnly: true }).db, name: 'sqlite' },
      openTarget: async () => ({ db: there.database.db, name: 'postgres' }),
      migrateTarget: () => migratePostgres(there.database.db, there.url),
      onProgress: quiet,
    })
    expect(compared.map(({ target }) => target)).toEqual(before)
    await expect(migratePostgres(there.database.db, there.url)).rejects.toThrow('holds an unfinished move')
    await endUnfinishedMove(there.database.db)
    await migratePostgres(there.database.db, there.url)

    const back = await sqliteFile()
    const again = back.exact()
    await moveRows({
      source: { db: there.database.db, name: 'postgres' },
      openTarget: async () => ({ db: again.db, name: 'sqlite' }),
      migrateTarget: async () => {},
      onProgress: quiet,
    })
    expect(await digestsOf(again.db)).toEqual(before)

    for (const { db } of [there.database, again]) {
      const { rows } = await sql<{ serial: bigint }>`
        insert into runs (id, account_id, operation, door, params, state, credits, attempts, priority, run_at, created_at)
        values ('run_new', 'acc_1', 'enhance', 'v1', '{}', 'queued', 1, 0, 2, ${NOON}, ${NOON}) returning serial`.execute(
        db,
      )
      expect(rows).toEqual([{ serial: 451n }])
      const entry = await sql<{ id: bigint }>`
        insert into credit_entries (account_id, kind, amount, credits, balance_after, reference, created_at)
        values ('acc_1', 'grant', 1, 1, 6, 'r2', ${NOON}) returning id`.execute(db)
      expect(entry.rows).toEqual([{ id: 4_000_000_001n }])
    }
  })

  test('a move that was stopped continues; after a change of the source it starts again', async () => {
    const source = await sqliteFile()
    const writing = source.exact()
    await fillForMove(writing.db, 1000)
    const { url, database } = await postgres()
    let mostAtFirst = Number.NaN
    const move = (stopAt: number) =>
      moveRows({
        source: { db: source.exact({ readOnly: true }).db, name: 'sqlite' },
        openTarget: async () => ({ db: database.db, name: 'postgres' }),
        migrateTarget: () => migratePostgres(database.db, url),
        onProgress: ({ step, table, rows }) => {
          if (step !== 'copying' || table !== 'runs') return
          if (Number.isNaN(mostAtFirst)) mostAtFirst = rows
          if (rows >= stopAt) throw new Error('stopped')
        },
      })
    await expect(move(400)).rejects.toThrow('stopped')
    expect(mostAtFirst).toBe(200)
    mostAtFirst = Number.NaN
    await expect(move(800)).rejects.toThrow('stopped')
    expect(mostAtFirst).toBe(600)

    await sql`update runs set progress = 'changed' where id = 'run_5'`.execute(writing.db)
    mostAtFirst = Number.NaN
    const compared = await move(Number.POSITIVE_INFINITY)
    expect(mostAtFirst).toBe(200)
    expect(compared.map(({ target }) => target)).toEqual(await digestsOf(writing.db))
  })

  test('a row that is not the same in the target is found', async () => {
    const source = await sqliteFile()
    await fillForMove(source.exact().db, 3)
    const { url, database } = await postgres()
    let changed: Promise<unknown> | undefined
    const compared = await moveRows({
      source: { db: source.exact({ readOnly: true }).db, name: 'sqlite' },
      openTarget: async () => ({ db: database.db, name: 'postgres' }),
      migrateTarget: () => migratePostgres(database.db, url),
      onProgress: ({ step, table }) => {
        if (step === 'comparing' && table === 'accounts')
          changed = sql`update runs set credits = 2 where id = 'run_1'`.execute(database.db)
      },
    })
    await changed
    expect(compared.filter((table) => !isEqualTable(table)).map(({ target }) => target.table)).toEqual(['runs'])
  })

  test('a target with rows, of another source, or with a server at work is refused and left unchanged', async () => {
    const one = await sqliteFile()
    await fillForMove(one.exact().db, 3)
    const other = await sqliteFile()
    await fillForMove(other.exact().db, 2)
    const { url, database } = await postgres()
    const { db } = database
    const move = (path: typeof one) =>
      moveRows({
        source: { db: path.exact({ readOnly: true }).db, name: 'the source' },
        openTarget: async () => ({ db, name: 'the target' }),
        migrateTarget: () => migratePostgres(db, url),
        onProgress: quiet,
      })
    await migratePostgres(db, url)
    await sql`insert into workers (id, status, threads, busy, last_seen_at)
      values ('w', 'online', 1, 0, ${new Date().toISOString()})`.execute(db)
    await expect(move(one)).rejects.toThrow('A server is working on the target. Stop it first.')
    const longAgo = new Date(Date.now() - 31_000).toISOString()
    await sql`update workers set last_seen_at = ${longAgo}`.execute(db)

    await sql`insert into blob_garbage values ('results/x.jpg', ${NOON})`.execute(db)
    await expect(move(one)).rejects.toThrow('the target is not empty: the table blob_garbage has rows')
    await sql`delete from blob_garbage`.execute(db)

    await move(one)
    const moved = await digestsOf(db)
    await expect(move(other)).rejects.toThrow('the target holds an unfinished move from another database')
    expect(await digestsOf(db)).toEqual(moved)
    await endUnfinishedMove(db)
    await expect(move(one)).rejects.toThrow('the target is not empty: the table accounts has rows')
  })
})
