import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { guestFile, guestToken, newSubject, WITH_GUESTS } from '../../support/visitors/guest-fixture.ts'

let app: TestApp
let photo: Uint8Array
beforeAll(async () => {
  app = await startApp({ env: WITH_GUESTS })
  photo = new Uint8Array(await dishPhoto({ width: 240, height: 180, seed: 71 }))
})
afterAll(() => app.close())

const load = (path: string, checkOnly = false) => app.operator.importGuests(path, { checkOnly })
const counts = async () => {
  const { db } = app.core.database
  return Promise.all(
    (['guests', 'accounts', 'uploads', 'projects', 'credit_entries'] as const).map(
      async (table) => (await db.selectFrom(table).selectAll().execute()).length,
    ),
  )
}

test('guests are imported once, however often the file is imported', async () => {
  const [one, two] = [newSubject(), newSubject()]
  const lines = [{ guest: one, credits: 2, images: ['a.jpg'] }, '', { guest: two, projects: [{ image: 'a.jpg' }] }]
  const path = await guestFile(app, lines, { 'a.jpg': photo })
  expect(await load(path, true)).toEqual({ imported: 2, known: 0, projects: 1, images: 2, credits: 2 })
  expect(await counts()).toEqual([0, 0, 0, 0, 0])
  expect(await load(path)).toEqual({ imported: 2, known: 0, projects: 1, images: 2, credits: 2 })
  const after = await counts()
  expect(await load(path)).toEqual({ imported: 0, known: 2, projects: 0, images: 0, credits: 0 })
  expect(await counts()).toEqual(after)
  expect(await visitor(app).sessions.guest({ guest_token: await guestToken(two) })).toMatchObject({
    projects: 1,
    images: 1,
    credits: 0,
  })
})

test('two imports at the same time import each guest once', async () => {
  const path = await guestFile(
    app,
    Array.from({ length: 10 }, () => ({ guest: newSubject(), credits: 1 })),
  )
  const results = await Promise.all([load(path), load(path)])
  expect(results.reduce((sum, { imported }) => sum + imported, 0)).toBe(10)
  expect(results.reduce((sum, { known }) => sum + known, 0)).toBe(10)
})

test('one wrong line, and nothing is imported; every problem is named with its line', async () => {
  const before = await counts()
  const known = newSubject()
  const path = await guestFile(
    app,
    [
      { guest: known, images: ['a.jpg'] },
      'not json',
      { credits: 3 },
      { guest: newSubject(), credits: -1 },
      { guest: newSubject(), credits: 1.5, points: 3 },
      { guest: known },
      { guest: newSubject(), images: ['../data.db', '/etc/passwd', 'missing.jpg'] },
      { guest: newSubject(), images: ['missing.jpg', 'note.txt'] },
      { guest: newSubject(), projects: [{ preset: 'moody' }, { image: 'a.jpg', locale: 'not a language' }] },
      { guest: 'a\0b' },
      { guest: newSubject(), projects: [{ image: 'a.jpg', configuration: { long: 'x'.repeat(10_000) } }] },
    ],
    { 'a.jpg': photo, 'note.txt': new TextEncoder().encode('hello') },
  )
  const error = await load(path).then(
    () => expect.fail('it was imported'),
    (thrown: Error) => thrown.message,
  )
  for (const line of [
    'Nothing was changed',
    'line 2: is not JSON',
    'line 3: guest is required',
    'line 4: credits must be >= 0',
    'line 5: credits must be integer',
    'line 5: points must NOT have additional properties',
    'line 6: the guest of line 1 again',
    'line 7: "../data.db" is not in the folder of the file',
    'line 7: "/etc/passwd" is not in the folder of the file',
    'missing.jpg: there is no such file',
    /line 8: .*note\.txt: /,
    'line 9: projects.0.image is required',
    /line 9: projects\.1\.locale must match pattern/,
    /line 10: guest must match pattern/,
    'line 11: projects.0.configuration has more than 10000 characters',
  ])
    expect(error).toMatch(line)
  expect(await counts()).toEqual(before)
})

test('an import that was interrupted continues', async () => {
  const subjects = [newSubject(), newSubject(), newSubject()]
  const path = await guestFile(
    app,
    subjects.map((guest) => ({ guest, credits: 1 })),
  )
  const first = join(dirname(path), 'first.jsonl')
  await writeFile(first, `${JSON.stringify({ guest: subjects[0], credits: 1 })}\n`)
  await load(first)
  expect(await load(path)).toMatchObject({ imported: 2, known: 1, credits: 2 })
})

test('a file that is not there is named', async () => {
  await expect(load(join(app.dataFolder, 'no.jsonl'))).rejects.toThrow(/no\.jsonl cannot be read: ENOENT/)
})
