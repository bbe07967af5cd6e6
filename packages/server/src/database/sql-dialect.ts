import { type ColumnDefinitionBuilder, type Kysely, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import type { Database } from './database-schema.ts'

/** The differences between databases. Nothing outside `database/` may know which database it is. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of an integer that counts up by itself. */
  readonly serial: 'integer'
  asSerial(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Whether only one process uses the database. Then a lease of another owner belongs to a process that has died. */
  readonly soleOwner: boolean
  /** Locks a row until the transaction ends. */
  lockRow(tx: Kysely<Database>, table: keyof Database, id: string): Promise<void>
  /** Adds the lock of a row to a statement that reads or changes it anyway. A change locks by itself. */
  lockWith<Statement extends object>(tx: Kysely<Database>, table: keyof Database, id: string, on: Statement): Statement
  /** Locks those of the rows that no other transaction has locked. Returns their ids. */
  lockFreeRows(tx: Kysely<Database>, table: keyof Database, ids: readonly string[]): Promise<readonly string[]>
  /** Locks a name until the transaction ends, for things without a row of their own. */
  lockName(tx: Kysely<Database>, name: string): Promise<void>
  /** Remembers that an account was deleted, for the two below. */
  noteDeletion(db: Kysely<Database>): Promise<void>
  /** Overwrites deleted rows where the database itself would keep their bytes for a while, if accounts were deleted. */
  overwriteDeleted(db: Kysely<Database>): Promise<void>
  /**
   * Rebuilds a database from which an account was deleted since it was last rebuilt. It blocks the database, so it is for the
   * start of a process that has the database to itself.
   *
   * @returns whether it was rebuilt
   */
  rebuildAfterDeletions(db: Kysely<Database>): Promise<boolean>
  /** Whether a transaction failed only because of others beside it, so that it may succeed when it is repeated. */
  isConflict(error: unknown): boolean
}

/**
 * Every transaction starts as a writer (`begin immediate`, see `open-sqlite.ts`), so no other transaction runs until it ends
 * and there is nothing to lock.
 */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  serial: 'integer',
  asSerial: (column) => column.autoIncrement(),
  soleOwner: true,
  lockRow: async () => {},
  lockWith: (_tx, _table, _id, on) => on,
  lockFreeRows: async (_tx, _table, ids) => ids,
  lockName: async () => {},
  async noteDeletion(db) {
    await sql`pragma user_version = 1`.execute(db)
  },
  // `secure_delete` overwrites them in the database (`open-sqlite.ts`). The write-ahead log has earlier copies of its pages.
  async overwriteDeleted(db) {
    if (await isDeletionNoted(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
  },
  // When SQLite moves rows from page to page, a page can keep a piece of one where it has no row. Only a rebuilt file has none.
  async rebuildAfterDeletions(db) {
    if (!(await isDeletionNoted(db))) return false
    await sql`vacuum`.execute(db)
    await sql`pragma user_version = 0`.execute(db)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return true
  },
  isConflict: () => false,
}

async function isDeletionNoted(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ user_version: number | bigint }>`pragma user_version`.execute(db)
  return Number(rows[0]?.user_version) === 1
}

/** Kysely passes the adapter of a connection on to its transactions, and with it the dialect. */
class AdapterOfSqlite extends SqliteAdapter {
  readonly dialect = sqliteDialect
}

/** SQLite for Kysely, from which `dialectOf` finds `sqliteDialect` again. */
export class KyselySqlite extends SqliteDialect {
  override createAdapter(): AdapterOfSqlite {
    return new AdapterOfSqlite()
  }
}

/** The dialect of a connection or a transaction. */
export function dialectOf(db: Kysely<Database>): Dialect {
  const { adapter } = db.getExecutor()
  if ('dialect' in adapter) return adapter.dialect as Dialect
  throw new Error('the database was not opened by this server')
}
