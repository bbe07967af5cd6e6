import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseConnection, Db } from '../../../src/database/open-database.ts'
import { connectSqlite } from '../../../src/database/open-sqlite.ts'
import { connectPostgres } from '../../../src/database/postgres/open-postgres.ts'
import { dialectOf } from '../../../src/database/sql-dialect.ts'

/**
 * Reads the database of servers from outside, even while they use it.
 *
 * @param databaseUrl of PostgreSQL; without it, the database is the file in the data folder
 */
export const readDatabase = (dataFolder: string, databaseUrl?: string): DatabaseConnection =>
  databaseUrl === undefined
    ? connectSqlite(join(dataFolder, 'platelight.db'), { readOnly: true })
    : connectPostgres({ url: databaseUrl, connections: 2 })

/** What is damaged in the file of an embedded database. PostgreSQL checks its own files when it recovers. */
export async function damageOf(db: Db): Promise<string | undefined> {
  if (dialectOf(db).name !== 'sqlite') return undefined
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const found = rows[0]?.integrity_check
  return found === 'ok' ? undefined : found
}

/** The number of tickets for runs that are not used up. An embedded database has none. */
export async function ticketsLeft(db: Db): Promise<number> {
  if (dialectOf(db).name === 'sqlite') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker.jobs where task_identifier like 'run:%'`.execute(db)
  return Number(rows[0]?.count)
}
