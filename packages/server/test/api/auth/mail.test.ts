import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, mails, mailTo, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, log: (line) => lines.push(line) })
})
afterAll(() => app.close())

const PASSWORD = 'seven purple artichokes'
const outbox = () => join(app.dataFolder, 'outbox')

test('without a mail server the log says where messages go', () => {
  const reported = lines.map((line) => JSON.parse(line)).find(({ msg }) => /no mail server/.test(msg))
  expect(reported).toMatchObject({ outbox: outbox() })
})

test('a message is a file that a mail program can open, readable for its owner only', async () => {
  const email = 'mara@trattoria.example'
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const mail = await mailTo(app, email, 'verification')
  expect(mail).toMatchObject({
    subject: 'Confirm your e-mail address',
    from: { name: 'Platelight', address: 'no-reply@localhost' },
    to: [{ address: email }],
  })
  expect(mail.messageId).toMatch(/^<mail_.+@localhost>$/)
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  // Both forms have the same text, and nothing is loaded when the message is read.
  expect(mail.html).toContain(`<a href="${mail.link.replaceAll('&', '&amp;')}"`)
  expect(mail.html).not.toMatch(/<img|<script|<link|url\(/)
  expect(mail.attachments).toEqual([])

  const [file] = (await readdir(outbox())).filter((name) => name.endsWith('-verification.eml'))
  expect((await stat(join(outbox(), file!))).mode & 0o777).toBe(0o600)
  expect((await stat(outbox())).mode & 0o777).toBe(0o700)
  expect((await readdir(outbox())).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('neither the log nor the database contains a token or a password', async () => {
  const email = 'quiet@trattoria.example'
  const seen = app.core.database.db.selectFrom('letters').selectAll().where('recipient', '=', email)
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const { link } = await mailTo(app, email, 'verification')
  await fetch(link)
  await visitor(app).auth.login({ email, password: PASSWORD })
  const token = new URL(link).searchParams.get('token')!
  expect(lines.join('\n')).toContain('auth.verifyPage')
  expect(lines.join('\n')).not.toContain(token)
  expect(await seen.execute()).toMatchObject([{ kind: 'verification', state: 'sent', contents: null }])
  expect(lines.join('\n')).not.toContain(PASSWORD)
})

test('an outbox that is not writable is logged and changes no reply', async () => {
  const email = 'unlucky@trattoria.example'
  await rm(outbox(), { recursive: true })
  await writeFile(outbox(), 'in the way')
  expect(await visitor(app).auth.signup({ email, password: PASSWORD })).toEqual({ status: 'verification_sent', email })
  await expect.poll(() => lines.some((line) => line.includes('a letter was not sent yet'))).toBe(true)
  // The account exists, and a link can be requested once mail works again.
  await rm(outbox())
  await visitor(app).auth.forgotPassword({ email })
  await mailTo(app, email, 'password-reset')
})

test('letters that wait when the server stops are sent after the next start, each once', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-test-'))
  const emails = Array.from({ length: 10 }, (_, index) => `last-${index}@trattoria.example`)
  const brief = await startApp({ env: FROM_ANYWHERE, dataFolder })
  await Promise.all(emails.map((email) => visitor(brief).auth.signup({ email, password: PASSWORD })))
  await Promise.all(emails.map((email) => visitor(brief).auth.forgotPassword({ email })))
  await brief.close()
  const next = await startApp({ env: FROM_ANYWHERE, dataFolder })
  for (const email of emails) {
    await mailTo(next, email, 'verification')
    await mailTo(next, email, 'password-reset')
  }
  await next.close()
  expect(await mails({ dataFolder })).toHaveLength(2 * emails.length)
  await rm(dataFolder, { recursive: true })
})
