import { randomBytes } from 'node:crypto'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { Client } from 'pg'
import pino from 'pino'
import { MIGRATIONS } from '../../src/database/migrations/index.ts'
import type { OpenDatabase } from '../../src/database/open-database.ts'
import { openSqlite } from '../../src/database/open-sqlite.ts'
import { openPostgres } from '../../src/database/postgres/open-postgres.ts'
import { migrateJobs } from '../../src/queue/postgres/graphile-jobs.ts'

/**
 * The address of a PostgreSQL server on which tests may create databases. With it, all tests of the server run on
 * PostgreSQL, each in a database of its own; without it, on SQLite.
 */
const SERVER = process.env.TEST_POSTGRES_URL

/** Whether the tests run on PostgreSQL. Tests of files, and of what only SQLite does, are skipped then. */
export const isOnPostgres = SERVER !== undefined
export const onPostgres = onlyIf(isOnPostgres, 'only on PostgreSQL (npm run test:grown)')
export const onSqlite = onlyIf(!isOnPostgres, 'only on SQLite (npm test)')

/**
 * Some of many cases that differ only in what is made of pixels. That does not depend on the database, and all cases are tested
 * with SQLite; so with PostgreSQL a few of them show what there is to show.
 */
export const fewOnPostgres = <Case>(cases: readonly Case[], few: number): readonly Case[] =>
  isOnPostgres ? cases.filter((_, index) => index % Math.ceil(cases.length / few) === 0) : cases

const TEMPLATE = `template_${MIGRATIONS.at(-1)?.name}`

const addressOf = (name: string): string => {
  if (SERVER === undefined) throw new Error('TEST_POSTGRES_URL is not set')
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return url.href
}

async function administer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: SERVER })
  await client.connect()
  await work(client).finally(() => client.end())
}

/** Creates the database that all others are copies of, because copies are made faster than tables. */
async function ensureTemplate(client: Client): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE])
  if (rows.length > 0) return
  await client.query(`create database ${TEMPLATE}_new`)
  const url = addressOf(`${TEMPLATE}_new`)
  await (await openPostgres({ url, connections: 1 })).close()
  await migrateJobs(url, pino({ level: 'silent' }))
  await client.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`)
}

/** A new PostgreSQL database with empty tables, and how to remove it. */
export const createPostgresDatabase = () =>
  createDatabase(async (client, name) => {
    // Held until the connection ends: one process makes the template, and copies cannot be made at the same time.
    await client.query('select pg_advisory_lock(1)')
    await ensureTemplate(client)
    await client.query(`create database ${name} template ${TEMPLATE}`)
  })

/** A new PostgreSQL database in which nothing is. */
export const createEmptyPostgresDatabase = () =>
  createDatabase((client, name) => client.query(`create database ${name}`))

async function createDatabase(
  create: (client: Client, name: string) => Promise<unknown>,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer((client) => create(client, name))
  return {
    url: addressOf(name),
    drop: () => administer((client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** A database with empty tables, of the kind that the tests run on. Closing it removes it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (!isOnPostgres) return openSqlite(':memory:')
  const { url, drop } = await createPostgresDatabase()
  const database = await openPostgres({ url, connections: 3 })
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}
