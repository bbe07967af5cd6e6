import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { checkConfig } from '../../base/config/server-config.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { forgetHome, ownershipPart, type ToldOwnership } from './installation-ownership.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'platelight-ownership-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))
// Only its number counts.
writeFileSync(join(dataFolder, 'platelight.db'), '')

let database: OpenDatabase
let bucket: string | undefined
beforeEach(async () => {
  database = await openTestDatabase()
  bucket = undefined
})
afterEach(() => database.close())

const blobs = {
  owner: async () => bucket,
  own: async (installation: string) => {
    bucket = installation
  },
} as Blobs

const { config } = checkConfig({
  PLATELIGHT_DATA: dataFolder,
  PLATELIGHT_S3_ENDPOINT: 'http://127.0.0.1:9',
  PLATELIGHT_S3_BUCKET: 'bucket',
  PLATELIGHT_S3_ACCESS_KEY_ID: 'a',
  PLATELIGHT_S3_SECRET_ACCESS_KEY: 'b',
  ...(process.env.TEST_POSTGRES_URL && { PLATELIGHT_DATABASE_URL: process.env.TEST_POSTGRES_URL }),
})
const start = async (told?: ToldOwnership, where = config): Promise<boolean> => {
  const { clock } = database
  const part = await ownershipPart({
    config: where,
    database,
    clock,
    blobs,
    plainLogger: pino({ level: 'silent' }),
    told,
  })
  return part.provides.isCopy
}

/** What a dump that was restored elsewhere looks like. */
const elsewhere = () =>
  database.db.updateTable('installation').set({ value: 'elsewhere' }).where('name', '=', 'home').execute()

test('the first server of a bucket owns it, again and again', async () => {
  expect(await start()).toBe(false)
  expect(bucket).toMatch(/^[0-9a-f-]{36}$/)
  expect(await start()).toBe(false)
})

test('a database that was copied elsewhere does not start untold, is a copy when told so, and the server once it is told that', async () => {
  await start()
  const owner = bucket
  await elsewhere()
  await expect(start()).rejects.toThrow(/This database is a copy: it was made elsewhere.*--restored.*--original/)
  expect(await start('restored')).toBe(true)
  await expect(start()).rejects.toThrow(/This database is a copy from/)
  expect(bucket).toBe(owner)
  expect(await start('original')).toBe(false)
  expect(await start()).toBe(false)
})

test('a server whose bucket belongs to another one does not start untold, and takes it when told', async () => {
  bucket = 'another'
  await expect(start()).rejects.toThrow(/The pictures in this store belong to another server\..*--restored/)
  expect(bucket).toBe('another')
  expect(await start('original')).toBe(false)
  expect(bucket).not.toBe('another')
  expect(await start()).toBe(false)
})

test('a database that moved is no copy, and neither is one whose bucket does not answer', async () => {
  await start()
  await elsewhere()
  await forgetHome(database.db)
  expect(await start()).toBe(false)
  const { owner } = blobs
  blobs.owner = () => Promise.reject(new Error('no answer'))
  try {
    expect(await start()).toBe(false)
  } finally {
    blobs.owner = owner
  }
})
