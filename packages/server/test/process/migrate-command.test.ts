import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../src/database/migrations/index.ts'
import { command } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const migrate = async (what: string, ...flags: string[]) =>
  (await command('migrate', what, '--data', folder, ...flags)).stdout

test('what a start would do to a database is listed, done ahead, and refused for one of a newer version', async () => {
  const newest = MIGRATIONS.at(-1)?.name ?? ''
  expect(await migrate('status')).toMatch(/no database yet/)
  expect(JSON.parse(await migrate('apply', '--json'))).toMatchObject({ applied: newest, missing: [] })
  expect(await migrate('plan')).toBe(`The database has version ${newest}, the newest.\n`)

  const database = new SqliteDatabase(join(folder, 'platelight.db'))
  // As a database from before the index.
  database.exec(`delete from migrations where name = '0030_retention'; drop index runs_kept`)
  expect(JSON.parse(await migrate('plan', '--json'))).toMatchObject({ missing: ['0030_retention'] })
  expect(await migrate('status')).toMatch(/\(1 to do\)/)
  expect(await migrate('apply')).toMatch(/^ {2}0030_retention\nDone: /)
  expect(await migrate('apply')).toMatch(/Nothing was to be done/)

  database.exec(`insert into migrations values ('9999_later', '2030-01-01T00:00:00.000Z')`)
  database.close()
  for (const what of ['status', 'plan', 'apply'])
    await expect(migrate(what)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/changed by a newer version of the server \(9999_later\)\. Start that version/),
    })
})
