import { sql } from 'kysely'
import { MIGRATIONS } from './migrations/index.ts'
import type { Db } from './open-database.ts'
import { connectSqlite } from './open-sqlite.ts'

export interface DatabaseVersion {
  /** The newest migration that was applied. */
  readonly applied: string
  /** The newest migration that this server knows. */
  readonly newest: string
  /** Migrations that were not applied yet. */
  readonly missing: readonly string[]
  /** Applied migrations that this server does not know, because a newer one applied them. */
  readonly unknown: readonly string[]
}

/**
 * The version of a database file, which is not changed.
 *
 * @throws Error when it cannot be read as a database
 * @example const { applied, newest } = await readVersion('data/platelight.db')
 */
export async function readVersion(path: string): Promise<DatabaseVersion> {
  const { db, close } = connectSqlite(path, { readOnly: true })
  return versionOf(db).finally(close)
}

/**
 * The version of an open database.
 *
 * @throws Error when it has no table of migrations
 */
export async function versionOf(db: Db): Promise<DatabaseVersion> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const names = rows.map(({ name }) => name).sort()
  const known = MIGRATIONS.map(({ name }) => name)
  return {
    applied: names.at(-1) ?? 'nothing',
    newest: known.at(-1) ?? 'nothing',
    missing: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
  }
}
