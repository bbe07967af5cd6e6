import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPostgresDatabase, onPostgres } from '../../../test/support/test-database.ts'
import { isDatabaseLost } from '../../base/database-error.ts'
import { connectPostgres } from './open-postgres.ts'

test(
  'a statement that is not answered in time counts as lost, and its connection is replaced, also within a transaction',
  onPostgres,
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const { db, close } = connectPostgres({ url, connections: 1, statementMs: 300 })
    const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
    const first = await pid()
    for (const late of [
      () => sql`select pg_sleep(30)`.execute(db),
      () => db.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx)),
    ]) {
      const error = await late().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(isDatabaseLost(error)).toBe(true)
      expect(await pid()).not.toBe(first)
    }
    await close()
    await drop()
  },
)
