import SqliteDatabase from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { asDataFolderError, DataFolderError } from '../base/data-folder-error.ts'
import type { Database } from './database-schema.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { type Dialect, KyselySqlite, sqliteDialect } from './sql-dialect.ts'

/** A connection or a transaction: repositories take either. */
export type Db = Kysely<Database>

export interface OpenDatabase {
  readonly db: Db
  readonly dialect: Dialect
  close(): Promise<void>
}

/**
 * Opens the embedded database and migrates it to the newest version.
 *
 * Commands such as `keys create` open the file while a server is running. WAL lets them read while it writes, and the busy
 * timeout lets two writers take turns. The single Kysely connection serializes transactions within one process, so nothing
 * slow may happen in a transaction.
 *
 * @param path A file, or `:memory:`.
 * @throws DataFolderError when it is damaged, may not be written or was changed by a newer version.
 */
export async function openDatabase(path: string): Promise<OpenDatabase> {
  let connection: SqliteDatabase.Database | undefined
  try {
    connection = new SqliteDatabase(path)
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = NORMAL')
    connection.pragma('foreign_keys = ON')
    connection.pragma('busy_timeout = 10000')

    const db: Db = new Kysely({ dialect: new KyselySqlite({ database: prepared(connection) }) })
    await migrate(db, sqliteDialect, path)
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
    const statement = connection.prepare(text === 'begin' ? 'begin immediate' : text)
    if (statements.size < MAX_STATEMENTS) statements.set(text, statement)
    return statement
  }
  return { prepare: prepare as SqliteDatabase.Database['prepare'], close: () => connection.close() }
}

/** A migration that this version does not know was applied by a newer version, whose rows it would misread. */
function refuseNewer(applied: ReadonlySet<string>, path: string): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  const newer = [...applied].filter((name) => !known.has(name)).sort()
  if (newer.length === 0) return
  throw new DataFolderError(
    `${path} was changed by a newer version of the server (${newer.join(', ')}). Start that version, or restore a backup from before.`,
  )
}

const MAX_STATEMENTS = 500

async function migrate(db: Db, dialect: Dialect, path: string): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  refuseNewer(applied, path)

  for (const migration of MIGRATIONS.filter(({ name }) => !applied.has(name))) {
    await db.transaction().execute(async (tx) => {
      // Two processes may start at once. The first write takes the lock, and the second process finds the row.
      const claimed =
        await sql`insert into migrations (name, applied_at) values (${migration.name}, ${new Date().toISOString()}) on conflict do nothing returning name`.execute(
          tx,
        )
      if (claimed.rows.length > 0) await migration.up(tx as unknown as Kysely<unknown>, dialect)
    })
  }
}
