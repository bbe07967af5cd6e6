import pg from 'pg'
import type { DatabaseConnection } from '../../../src/database/open-database.ts'
import { connectPostgres } from '../../../src/database/postgres/open-postgres.ts'
import { PRIORITY } from '../../../src/runs/run-priority.ts'
import { runRepository } from '../../../src/runs/store/run-repository.ts'
import { createPostgresDatabase } from '../test-database.ts'

export interface PostgresWithRun {
  /** One connection, as the server has it. */
  readonly connection: DatabaseConnection
  /** Another connection to the same database. */
  readonly other: pg.Client
  /** Removes the database. */
  close(): Promise<void>
}

/** A PostgreSQL database with the account `acc_1` and its waiting job `run_1`. */
export async function postgresWithRun(at = '2026-01-01T12:00:00.000Z'): Promise<PostgresWithRun> {
  const postgres = await createPostgresDatabase()
  const connection = connectPostgres({ url: postgres.url, connections: 1 })
  const other = new pg.Client({ connectionString: postgres.url })
  await other.connect()
  await other.query(`insert into accounts (id, email, plan, role, balance, created_at)
    values ('acc_1', 'a@example.com', 'Free', 'customer', 0, '${at}')`)
  const work = { operation: 'upscale', channel: 'queue', params: {}, credits: 0, at } as const
  const run = { ...work, id: 'run_1', accountId: 'acc_1', priority: PRIORITY.job, requestKey: null, photoMonth: null }
  await runRepository(connection.db).insert(run)
  return {
    connection,
    other,
    async close() {
      await other.end()
      await connection.close()
      await postgres.drop()
    },
  }
}
