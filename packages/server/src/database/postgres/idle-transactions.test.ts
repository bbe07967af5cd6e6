import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { onPostgres, openTestDatabase } from '../../../test/support/test-database.ts'

describe('a transaction of a process that is paused', onPostgres, () => {
  test('does not keep its locks for ever: the database ends transactions in which nothing happens', async () => {
    const { db, close } = await openTestDatabase()
    const { rows } = await sql`select current_setting('idle_in_transaction_session_timeout') as "limit"`.execute(db)
    expect(rows).toEqual([{ limit: '20s' }])
    await close()
  })
})
