import { type ColumnDefinitionBuilder, type Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Database } from './database-schema.ts'

/** The differences between databases. Nothing outside `database/` may know which database it is. */
export interface Dialect {
  readonly name: 'sqlite'
  /** Column type of an integer that counts up by itself. */
  readonly serial: 'integer'
  asSerial(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Whether only one process uses the database. Then a lease of another owner belongs to a process that has died. */
  readonly soleOwner: boolean
  /** Locks a row until the transaction ends. */
  lockRow(tx: Kysely<Database>, table: keyof Database, id: string): Promise<void>
  /** Locks a name until the transaction ends, for things without a row of their own. */
  lockName(tx: Kysely<Database>, name: string): Promise<void>
}

/**
 * Every transaction starts as a writer (`begin immediate`, see `open-database.ts`), so no other transaction runs until it
 * ends and there is nothing to lock. Postgres would `select … for update` a row, and take `pg_advisory_xact_lock` for a
 * name.
 */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  serial: 'integer',
  asSerial: (column) => column.autoIncrement(),
  soleOwner: true,
  lockRow: async () => {},
  lockName: async () => {},
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
  if (adapter instanceof AdapterOfSqlite) return adapter.dialect
  throw new Error('the database was not opened by openDatabase')
}
