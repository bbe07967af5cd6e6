import type { Kysely, KyselyConfig } from 'kysely'
import type { Clock } from '../base/ports.ts'
import type { Database } from './database-schema.ts'
import type { Dialect } from './sql-dialect.ts'

/** A connection or a transaction: repositories take either. */
export type Db = Kysely<Database>

/** Gets the seconds that a statement took, and whether it failed. */
export type OnQuery = (seconds: number, isFailed: boolean) => void

/** The option of Kysely that tells times; none when nobody asks, because it costs some. */
export const timed = (onQuery: OnQuery | undefined): Pick<KyselyConfig, 'log'> =>
  onQuery === undefined
    ? {}
    : { log: ({ level, queryDurationMillis }) => onQuery(queryDurationMillis / 1000, level === 'error') }

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
