import type { Kysely } from 'kysely'
import type { Clock } from '../base/ports.ts'
import type { Database } from './database-schema.ts'
import type { Dialect } from './sql-dialect.ts'

/** A connection or a transaction: repositories take either. */
export type Db = Kysely<Database>

/** A database as it is, whatever its version. */
export interface DatabaseConnection {
  readonly db: Db
  readonly dialect: Dialect
  close(): Promise<void>
}

/** An open database at its newest version. `open-sqlite.ts` and `postgres/open-postgres.ts` open one. */
export interface OpenDatabase extends DatabaseConnection {
  /** The time that all its processes share. */
  readonly clock: Clock
}
