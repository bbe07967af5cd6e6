import {
  type ColumnDefinitionBuilder,
  type Compilable,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteDialect,
  sql,
} from 'kysely'
import type { Database } from './database-schema.ts'

/** A query of either kind that can be built: one of a builder, or one of `sql`. */
export type Buildable<Row> = Compilable<Row> | RawBuilder<Row>

/** A statement that changes rows. */
export type Change = Compilable<unknown>

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
  /** A condition that is always true, and locks the row before the statement that has it looks at any other row. */
  lockFirst(tx: Kysely<Database>, table: keyof Database, id: string): RawBuilder<SqlBool>
  /** Locks those of the rows that no other transaction has locked. Returns their ids. */
  lockFreeRows(tx: Kysely<Database>, table: keyof Database, ids: readonly string[]): Promise<readonly string[]>
  /** Locks a name until the transaction ends, for things without a row of their own. */
  lockName(tx: Kysely<Database>, name: string): Promise<void>
  /**
   * The statements that carry out two changes of different tables, of which neither sees what the other changes. Where a statement
   * costs a round trip, they are one.
   */
  bothChanges(one: Change, other: Change): readonly Buildable<unknown>[]
  /** Remembers that something of a deleted account was removed, for the two below. Belongs in the transaction that removes it. */
  noteDeletion(tx: Kysely<Database>): Promise<void>
  /**
   * Overwrites deleted rows where the database itself would keep their bytes for a while, if accounts were deleted. A database
   * that would be blocked for longer than about a second keeps a part until the next start.
   */
  overwriteDeleted(db: Kysely<Database>): Promise<void>
  /**
   * Rebuilds a database from which an account was deleted since it was last rebuilt. It blocks the database, so it is for the
   * start of a process that has the database to itself.
   *
   * @returns whether it was rebuilt
   */
  rebuildAfterDeletions(db: Kysely<Database>): Promise<boolean>
  /** The bytes that the database takes on its disk, without its log. */
  bytes(db: Kysely<Database>): Promise<number>
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
  lockFirst: () => sql<SqlBool>`1 = 1`,
  lockFreeRows: async (_tx, _table, ids) => ids,
  lockName: async () => {},
  bothChanges: (one, other) => [one, other],
  async noteDeletion(tx) {
    await sql`pragma user_version = 1`.execute(tx)
  },
  // `secure_delete` overwrites rows where they were last (`open-sqlite.ts`). The write-ahead log has earlier copies of its pages,
  // and when SQLite moves rows from page to page, a page can keep a piece of one where it has no row. Only a rebuilt file has
  // none.
  async overwriteDeleted(db) {
    await alone(db, async (connection) => {
      if (!(await isDeletionNoted(connection))) return
      if ((await sizeOf(connection)) > REBUILT_AT_ONCE_BYTES) await emptyLog(connection)
      else await rebuild(connection)
    })
  },
  rebuildAfterDeletions(db) {
    return alone(db, async (connection) => {
      if (!(await isDeletionNoted(connection))) return false
      await rebuild(connection)
      return true
    })
  },
  bytes: (db) => sizeOf(db),
  isConflict: () => false,
}

/** A file of this size is rebuilt within about a second, during which the server does nothing else. */
export const REBUILT_AT_ONCE_BYTES = 128 * 1024 * 1024

/** Holds the only connection, so that nothing is deleted between rebuilding the file and forgetting the note. */
const alone = <Result>(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<Result>,
): Promise<Result> => db.connection().execute(work)

/** The note stays while another process reads older pages, so that the log is emptied later. */
async function rebuild(db: Kysely<Database>): Promise<void> {
  await sql`vacuum`.execute(db)
  if (await emptyLog(db)) await sql`pragma user_version = 0`.execute(db)
}

/** Writes the write-ahead log into the database and truncates it. Returns whether that was possible. */
async function emptyLog(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ busy: number | bigint }>`pragma wal_checkpoint(truncate)`.execute(db)
  return Number(rows[0]?.busy) === 0
}

async function sizeOf(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number | bigint }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
  return Number(rows[0]?.bytes)
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
