import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, onPostgres } from '../../../test/support/test-database.ts'
import { inTransaction } from '../in-transaction.ts'
import type { DatabaseConnection, Db } from '../open-database.ts'
import { connectPostgres } from './open-postgres.ts'

describe('statements on one connection', onPostgres, () => {
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>>
  let connection: DatabaseConnection
  beforeEach(async () => {
    postgres = await createPostgresDatabase()
    connection = connectPostgres({ url: postgres.url, connections: 1 })
    await sql`create table dishes (id text, price bigint)`.execute(connection.db)
    await sql`insert into dishes values ('soup', 4)`.execute(connection.db)
  })
  afterEach(async () => {
    await connection.close()
    await postgres.drop()
  })

  const soup = async (db: Db) => (await sql`select * from dishes where id = ${'soup'}`.execute(db)).rows
  const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
    const all: T[] = []
    for (let n = 0; n < count; n++) all.push(await work())
    return all
  }
  const prepared = async () =>
    (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(connection.db)).rows

  test('one that is repeated is prepared once, and one that is not is not', async () => {
    await times(4, () => soup(connection.db))
    expect(await prepared()).toEqual([])
    expect(await times(20, () => soup(connection.db))).toEqual(Array(20).fill([{ id: 'soup', price: 4 }]))
    expect(await prepared()).toEqual([{ statement: 'select * from dishes where id = $1' }])
  })

  test('of many different ones, only so many are prepared', async () => {
    for (let list = 1; list <= 130; list++) {
      const ids = Array.from({ length: list }, (_, n) => `dish ${n}`)
      await times(5, () => sql`select id from dishes where id in (${sql.join(ids)})`.execute(connection.db))
    }
    expect(await prepared()).toHaveLength(100)
    expect(await soup(connection.db)).toHaveLength(1)
  })

  test.each(['alone', 'in a transaction'])('one reads a table that got a column meanwhile, %s', async (where) => {
    await times(20, () => soup(connection.db))
    await sql`alter table dishes add column name text default 'Soup'`.execute(connection.db)
    const read = () => (where === 'alone' ? soup(connection.db) : inTransaction(connection.db, soup))
    expect(await times(10, read)).toEqual(Array(10).fill([{ id: 'soup', price: 4, name: 'Soup' }]))
  })

  test.each(['alone', 'in a transaction'])(
    'one whose name was lost is sent without a name from then on, %s',
    async (where) => {
      await times(20, () => soup(connection.db))
      await sql`deallocate all`.execute(connection.db)
      const read = () => (where === 'alone' ? soup(connection.db) : inTransaction(connection.db, soup))
      expect(await times(20, read)).toEqual(Array(20).fill([{ id: 'soup', price: 4 }]))
      expect(await prepared()).toEqual([])
    },
  )

  test('an error of the statement itself stays as it is', async () => {
    const divide = (by: number) => sql`select 1 / ${by}::int as result`.execute(connection.db)
    await times(10, () => divide(1))
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(1)).rows).toEqual([{ result: 1 }])
  })
})
