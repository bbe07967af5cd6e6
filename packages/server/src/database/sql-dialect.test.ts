import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from './open-sqlite.ts'
import { REBUILT_AT_ONCE_BYTES } from './sql-dialect.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-deleted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NOON = '2026-01-01T12:00:00.000Z'

/** A database in which the rows of Mara and of others were moved between pages before those of Mara were deleted. */
async function reorganised(path: string) {
  const opened = await openSqlite(path)
  const { db, dialect } = opened
  for (let index = 0; index < 3_000; index++) {
    const id = `${(index * 7919) % 3_000}-${index}`
    const subject = index % 3 === 0 ? `mara-${id}` : `other-${id}`
    await sql`insert into attempts values (${subject}, ${index}, ${NOON}, ${'x'.repeat(index % 200)})`.execute(db)
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const count = (word: string) => readFileSync(path).toString('latin1').split(word).length - 1
  expect(count('mara-')).toBeGreaterThan(900)
  expect(await dialect.rebuildAfterDeletions(db)).toBe(false)
  await sql`delete from attempts where subject like 'mara-%'`.execute(db)
  return { ...opened, count }
}

test('deleted rows leave no bytes in the file or its log, not even in reorganised pages', async () => {
  const path = join(folder, 'platelight.db')
  const { db, dialect, close, count } = await reorganised(path)
  await dialect.noteDeletion(db)
  await dialect.overwriteDeleted(db)
  expect(count('mara-')).toBe(0)
  expect(readFileSync(`${path}-wal`).includes('mara-')).toBe(false)
  expect(count('other-')).toBeGreaterThan(1_900)
  expect(await dialect.rebuildAfterDeletions(db)).toBe(false)
  await close()
})

test('a large file is not rebuilt while the server works, but at the next start', async () => {
  const path = join(folder, 'large.db')
  const { db, dialect, close, count } = await reorganised(path)
  await sql`insert into attempts values ('large', 0, ${NOON}, zeroblob(${REBUILT_AT_ONCE_BYTES}))`.execute(db)
  await dialect.noteDeletion(db)
  await dialect.overwriteDeleted(db)
  expect(await dialect.rebuildAfterDeletions(db)).toBe(true)
  expect(count('mara-')).toBe(0)
  await close()
})

test('a log that another process still reads is emptied later', async () => {
  const path = join(folder, 'read.db')
  const { db, dialect, close } = await reorganised(path)
  await sql`pragma busy_timeout = 100`.execute(db)
  const reader = new SqliteDatabase(path, { readonly: true })
  const reading = reader.prepare('select * from attempts').iterate()
  reading.next()
  await dialect.noteDeletion(db)
  await dialect.overwriteDeleted(db)
  expect(readFileSync(`${path}-wal`).length).toBeGreaterThan(0)
  reading.return?.()
  reader.close()
  await dialect.overwriteDeleted(db)
  expect(readFileSync(`${path}-wal`).includes('mara-')).toBe(false)
  expect(readFileSync(path).includes('mara-')).toBe(false)
  expect(await dialect.rebuildAfterDeletions(db)).toBe(false)
  await close()
})
