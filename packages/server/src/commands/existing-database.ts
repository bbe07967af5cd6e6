import { existsSync } from 'node:fs'
import type { Config } from '../base/config/server-config.ts'
import { DatabaseUnreachable } from '../base/database-error.ts'
import type { Db } from '../database/open-database.ts'
import { databasePath } from '../process/data-folder/open-data-folder.ts'

const STATEMENT_MS = 10_000
const NO_TABLE = '42P01'

/**
 * Reads something from the database as it is, whatever its version, and changes nothing.
 *
 * @param read Gets the name of the database, for errors.
 * @returns undefined when there is no database yet, or it has no tables.
 * @throws DatabaseUnreachable when there is no connection, with the reason.
 */
export async function readDatabase<T>(
  { dataFolder, database }: Config,
  read: (db: Db, name: string) => Promise<T>,
): Promise<T | undefined> {
  if (database === undefined) {
    const path = databasePath(dataFolder)
    if (!existsSync(path)) return undefined
    const { connectSqlite } = await import('../database/open-sqlite.ts')
    const { db, close } = connectSqlite(path, { readOnly: true })
    return read(db, path).finally(close)
  }
  const { connectPostgres, withoutPassword } = await import('../database/postgres/open-postgres.ts')
  const name = withoutPassword(database.url)
  const { db, close } = connectPostgres({ url: database.url, connections: 1, statementMs: STATEMENT_MS })
  return read(db, name)
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === NO_TABLE) return undefined
      throw DatabaseUnreachable.from(error, name)
    })
    .finally(close)
}
