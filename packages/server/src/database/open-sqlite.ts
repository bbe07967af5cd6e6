import SqliteDatabase from 'better-sqlite3'
import { Kysely } from 'kysely'
import { asDataFolderError } from '../base/data-folder-error.ts'
import type { Clock } from '../base/ports.ts'
import { migrateDatabase } from './migrate-database.ts'
import { type DatabaseConnection, type Db, type OnQuery, type OpenDatabase, timed } from './open-database.ts'
import { KyselySqlite, sqliteDialect } from './sql-dialect.ts'

/**
 * Opens the embedded database and migrates it to the newest version.
 *
 * Commands such as `keys create` open the file while a server is running. WAL lets them read while it writes, and the busy
 * timeout lets two writers take turns. The single Kysely connection serializes transactions within one process, so nothing
 * slow may happen in a transaction.
 *
 * @param path A file, or `:memory:`.
 * @param onQuery Gets the time of every statement.
 * @throws DataFolderError when it is damaged, may not be written or was changed by a newer version.
 */
export async function openSqlite(path: string, onQuery?: OnQuery): Promise<OpenDatabase> {
  const connection = connectSqlite(path, { onQuery })
  try {
    await migrateDatabase(connection.db, sqliteDialect, path)
    return { ...connection, clock: systemClock }
  } catch (error) {
    await connection.close()
    throw asDataFolderError(path, error)
  }
}

/**
 * Opens the embedded database as it is.
 *
 * @param options.exact Integers are read as `bigint`, so that none is rounded.
 * @param options.readOnly Nothing is changed, and the file has to exist.
 * @throws DataFolderError when it is damaged or may not be opened.
 */
export function connectSqlite(
  path: string,
  {
    exact = false,
    readOnly = false,
    onQuery,
  }: { exact?: boolean; readOnly?: boolean; onQuery?: OnQuery | undefined } = {},
): DatabaseConnection {
  let connection: SqliteDatabase.Database | undefined
  try {
    connection = new SqliteDatabase(path, { readonly: readOnly, fileMustExist: readOnly })
    connection.defaultSafeIntegers(exact)
    if (!readOnly) {
      connection.pragma('journal_mode = WAL')
      connection.pragma('synchronous = NORMAL')
      connection.pragma('foreign_keys = ON')
      // Deleted rows are overwritten with zeros, so that nothing of a deleted account is left in the file.
      connection.pragma('secure_delete = ON')
    }
    connection.pragma('busy_timeout = 10000')
    const db: Db = new Kysely({ dialect: new KyselySqlite({ database: prepared(connection) }), ...timed(onQuery) })
    return { db, dialect: sqliteDialect, close: () => db.destroy() }
  } catch (error) {
    connection?.close()
    throw asDataFolderError(path, error)
  }
}

/**
 * Caches compiled statements, and starts every transaction as a writer. A transaction that reads first and then finds
 * another process writing would fail at once instead of waiting.
 */
function prepared(connection: SqliteDatabase.Database): Pick<SqliteDatabase.Database, 'prepare' | 'close'> {
  const statements = new Map<string, SqliteDatabase.Statement>()
  const prepare = (text: string): SqliteDatabase.Statement => {
    // After some failures, such as a full disk, SQLite has already rolled back. A second rollback would throw and hide the
    // cause.
    if (text === 'rollback' && !connection.inTransaction) return connection.prepare('select 1')
    const known = statements.get(text)
    if (known) return known
    const isBegin = text === 'begin' && !connection.readonly
    const statement = connection.prepare(isBegin ? 'begin immediate' : text)
    if (statements.size < MAX_STATEMENTS) statements.set(text, statement)
    return statement
  }
  return { prepare: prepare as SqliteDatabase.Database['prepare'], close: () => connection.close() }
}

const systemClock: Clock = { now: () => new Date() }

const MAX_STATEMENTS = 500
