import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/test-database.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { blobGarbageRepository } from './blob-garbage-repository.ts'
import { COPY, holdBlobs } from './blob-hold.ts'
import { createGarbageSweeper } from './garbage-sweeper.ts'

let database: OpenDatabase
let now = Date.parse('2026-01-01T12:00:00Z')
const clock = { now: () => new Date(now) }
beforeEach(async () => {
  database = await openTestDatabase()
  await blobGarbageRepository(database.db).discard(['private/aa.jpg'], clock.now())
})
afterEach(() => database.close())

/** What a sweep deletes. */
async function swept(): Promise<string[]> {
  const deleted: string[] = []
  const blobs = {
    delete: async (keys: readonly string[]) => {
      deleted.push(...keys)
    },
  }
  await createGarbageSweeper({ db: database.db, blobs, clock })()
  return deleted
}

test('no blob is deleted until the last of two backups has ended', async () => {
  const [one, other] = [await holdBlobs(database.db, clock), await holdBlobs(database.db, clock)]
  expect(await swept()).toEqual([])
  await one()
  expect(await swept()).toEqual([])
  await other()
  expect(await swept()).toEqual(['private/aa.jpg'])
})

test('a backup that was killed holds blobs for two minutes', async () => {
  const letGo = await holdBlobs(database.db, clock)
  now += 110_000
  expect(await swept()).toEqual([])
  now += 20_000
  expect(await swept()).toEqual(['private/aa.jpg'])
  await letGo()
})

test('a copy deletes no blob', async () => {
  const row = { name: COPY, value: 'then', confirmed_at: '2020-01-01T00:00:00.000Z' }
  await database.db.insertInto('installation').values(row).execute()
  expect(await swept()).toEqual([])
})
