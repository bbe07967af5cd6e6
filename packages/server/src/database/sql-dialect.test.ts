import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from './open-sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-deleted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NOON = '2026-01-01T12:00:00.000Z'

test('deleted rows leave no bytes in the file, and after a rebuild none in reorganised pages either', async () => {
  const path = join(folder, 'platelight.db')
  const { db, dialect, close } = await openSqlite(path)
  const count = (word: string) => readFileSync(path).toString('latin1').split(word).length - 1
  for (let index = 0; index < 3_000; index++) {
    const id = `${(index * 7919) % 3_000}-${index}`
    const subject = index % 3 === 0 ? `mara-${id}` : `other-${id}`
    await sql`insert into attempts values (${subject}, ${index}, ${NOON}, ${'x'.repeat(index % 200)})`.execute(db)
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  expect(count('mara-')).toBeGreaterThan(900)
  expect(await dialect.rebuildAfterDeletions(db)).toBe(false)

  await sql`delete from attempts where subject like 'mara-%'`.execute(db)
  await dialect.noteDeletion(db)
  await dialect.overwriteDeleted(db)
  expect(count('mara-')).toBeLessThan(5)
  expect(await dialect.rebuildAfterDeletions(db)).toBe(true)
  expect(count('mara-')).toBe(0)
  expect(count('other-')).toBeGreaterThan(1_900)
  expect(await dialect.rebuildAfterDeletions(db)).toBe(false)
  await close()
})
