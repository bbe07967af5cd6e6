import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outboxMail } from './outbox-mail.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-outbox-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const mail = () => outboxMail({ folder, sender: () => ({ name: 'Platelight', address: 'no-reply@kitchen.example' }) })
const write = (id: string) =>
  mail().send(
    {
      id,
      kind: 'account-deleted',
      to: 'mara@trattoria.example',
      date: new Date(),
      subject: 'Gone',
      text: 'Gone',
      html: '<p>Gone</p>',
    },
    new AbortController().signal,
  )
const age = (name: string, days: number) => {
  const at = new Date(Date.now() - days * 86_400_000)
  return utimes(join(folder, name), at, at)
}

test('letters are deleted when they are old, also the last one to a person who has left; other files stay', async () => {
  await write('mail_old')
  await write('mail_new')
  for (const name of ['.mail_cut.tmp', 'notes.eml', 'mail_old.txt']) await writeFile(join(folder, name), 'x')
  for (const name of await readdir(folder)) if (!name.startsWith('mail_new')) await age(name, 31)
  await mail().expire(new Date(Date.now() - 30 * 86_400_000))
  expect((await readdir(folder)).sort()).toEqual(['mail_new-account-deleted.eml', 'mail_old.txt', 'notes.eml'])
})

test('an outbox that was never written has nothing to delete', async () => {
  await rm(folder, { recursive: true })
  await mail().expire(new Date())
  await mail().remove(['mail_1'])
})
