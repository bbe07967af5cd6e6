import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { compiledQuery } from './compiled-query.ts'
import type { OpenDatabase } from './open-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a query is built once for each length of its lists and each missing value, and has the values of each call', async () => {
  let built = 0
  const among = compiledQuery((_db, wanted: { name: string; note?: string | null }, all: readonly string[]) => {
    built++
    const note = wanted.note ?? 'none'
    return sql<{
      found: string
      note: string
    }>`select cast(${wanted.name} as text) as found, cast(${note} as text) as note
      where ${wanted.name} in (${sql.join(all)})`
  })
  const { db } = database
  expect(await among(db, { name: 'soup', note: 'hot' }, ['rice', 'soup'])).toEqual([{ found: 'soup', note: 'hot' }])
  expect(await among(db, { name: 'rice', note: 'cold' }, ['soup', 'rice'])).toEqual([{ found: 'rice', note: 'cold' }])
  expect(await among(db, { name: 'tea', note: 'cold' }, ['soup', 'rice'])).toEqual([])
  expect(built).toBe(1)
  expect(await among(db, { name: 'tea', note: 'cold' }, ['tea'])).toEqual([{ found: 'tea', note: 'cold' }])
  expect(await among(db, { name: 'tea', note: null }, ['tea'])).toEqual([{ found: 'tea', note: 'none' }])
  expect(built).toBe(3)
})

test('several statements are carried out in order', async () => {
  const book = compiledQuery((_db, name: string, value: string) => [
    sql<{ value: string }>`insert into installation (name, value, confirmed_at) values (${name}, ${value}, '')`,
    sql<{ value: string }>`select value from installation where name = ${name}`,
  ])
  expect(await book(database.db, 'one', 'first')).toEqual([{ value: 'first' }])
  expect(await book(database.db, 'two', 'second')).toEqual([{ value: 'second' }])
})

test('a value that decides about the text, or is left out of it, is refused', async () => {
  const { db } = database
  const reported = compiledQuery((_db, name: string) => sql`select ${name.length}`)
  await expect(reported(db, 'soup')).rejects.toThrow('a value of a compiled query is not part of it')
  const joined = compiledQuery((_db, name: string) => sql`select ${`${name}!`}`)
  await expect(joined(db, 'soup')).rejects.toThrow('a value of a compiled query can only be put into it as it is')
})
