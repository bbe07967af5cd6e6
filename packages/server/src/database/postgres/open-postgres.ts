import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import { DatabaseUnreachable } from '../../base/database-error.ts'
import type { Database } from '../database-schema.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { type DatabaseConnection, type Db, type OnQuery, type OpenDatabase, timed } from '../open-database.ts'
import { columnTypes } from './column-types.ts'
import { databaseClock } from './database-clock.ts'
import { limitIdleTransactions } from './idle-transactions.ts'
import { KyselyPostgres, postgresDialect } from './postgres-dialect.ts'
import { CONNECTION, outlastLosses, STATEMENT_MS } from './postgres-pool.ts'
import { withPreparedStatements } from './prepared-statements.ts'

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/name`. */
  readonly url: string
  /** The same database without a pool in between; `url` by default. */
  readonly directUrl?: string
  /** The largest number of connections of this process, its listener not counted. */
  readonly connections: number
  /** Gets the errors of idle connections, such as those of a restarted database. */
  readonly onIdleError?: (error: Error) => void
  /** How long a statement may take, in milliseconds. After it the connection counts as lost. */
  readonly statementMs?: number
  /** Gets the time of every statement. */
  readonly onQuery?: OnQuery | undefined
  /** Integers are read as `bigint`, so that none is rounded. False by default. */
  readonly exact?: boolean
}

/**
 * Opens a PostgreSQL database and migrates it to the newest version. Nothing is set for a session, and statements are prepared under
 * a name only without a pool in between, so one such as PgBouncer may stand there.
 *
 * @throws DatabaseUnreachable when there is no connection, with the reason.
 * @throws DataFolderError when it was changed by a newer version.
 */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  // Not through a pool, whose connection would be kept without the limit.
  await limitIdleTransactions(options.directUrl ?? options.url).catch((error: unknown) => {
    throw DatabaseUnreachable.from(error, withoutPassword(options.url))
  })
  // A migration may take its time.
  const migrating = connectPostgres({ ...options, connections: 1 })
  await migratePostgres(migrating.db, options.url).finally(() => migrating.close())
  const connection = connectPostgres({ statementMs: STATEMENT_MS, ...options })
  const { db } = connection
  try {
    const clock = await databaseClock(db)
    const close = async () => {
      clock.close()
      await connection.close()
    }
    return { ...connection, clock, close }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Opens a PostgreSQL database as it is. The first statement connects. */
export function connectPostgres(options: PostgresOptions): DatabaseConnection {
  const { url, connections, statementMs = 0, exact = false } = options
  const pool = new Pool({
    ...CONNECTION,
    connectionString: url,
    max: connections,
    query_timeout: statementMs,
    application_name: 'platelight',
    types: {
      getTypeParser: ((id: number, format?: 'text') =>
        NUMBERS.has(id) ? (exact ? BigInt : Number) : types.getTypeParser(id, format)) as typeof types.getTypeParser,
    },
  })
  outlastLosses(pool, options.onIdleError)
  const db = new Kysely<Database>({
    dialect: new KyselyPostgres({ pool: withPreparedStatements(pool) }),
    ...timed(options.onQuery),
  })
  return { db, dialect: postgresDialect, close: () => db.destroy() }
}

/**
 * Migrates a PostgreSQL database to the newest version.
 *
 * @throws DatabaseUnreachable when there is no connection, with the reason.
 * @throws DataFolderError when it was changed by a newer version.
 */
export async function migratePostgres(db: Db, url: string): Promise<void> {
  const name = withoutPassword(url)
  try {
    await migrateDatabase(db.withPlugin(columnTypes()), postgresDialect, name)
  } catch (error) {
    throw DatabaseUnreachable.from(error, name)
  }
}

/** `int8` and `numeric` are texts by default. All of ours fit a number exactly. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

/** The address for logs and errors. */
export function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}
