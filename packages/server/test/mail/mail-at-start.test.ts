import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, mails, newEmail, PASSWORD, visitor } from '../support/identity/signed-in-client.ts'
import { type SmtpReceiver, startSmtp } from '../support/mail/smtp-receiver.ts'
import { commandWith } from '../support/server-process.ts'
import { startApp } from '../support/start-app.ts'

let folder: string
let smtp: SmtpReceiver
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-mail-'))
  smtp = await startSmtp({
    server: { allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(null, { user: 'x' }) },
  })
})
afterAll(async () => {
  await smtp.close()
  await rm(folder, { recursive: true })
})

const settings = (keyFile: string) => ({
  ...FROM_ANYWHERE,
  PLATELIGHT_SMTP_URL: `smtp://kitchen:secret-word@127.0.0.1:${smtp.port}`,
  PLATELIGHT_MAIL_FROM: 'Trattoria Mara <hello@trattoria.example>',
  PLATELIGHT_DKIM_DOMAIN: 'trattoria.example',
  PLATELIGHT_DKIM_SELECTOR: 'mail2026',
  PLATELIGHT_DKIM_KEY_FILE: keyFile,
})

test('with a mail server letters go there, and the log says so without the password', async () => {
  const keyFile = join(folder, 'dkim.pem')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const lines: string[] = []
  const app = await startApp({ env: settings(keyFile), log: (line) => lines.push(line) })
  const email = newEmail()
  await visitor(app).auth.signup({ email, password: PASSWORD })
  await expect.poll(() => smtp.lettersTo(email)).toHaveLength(1)
  expect(smtp.lettersTo(email)[0]).toMatchObject({
    from: { name: 'Trattoria Mara', address: 'hello@trattoria.example' },
  })
  expect(smtp.lettersTo(email)[0]?.raw).toMatch(/^DKIM-Signature:/m)
  expect(await mails(app)).toEqual([])
  await app.close()
  const reported = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'letters are sent by SMTP')
  expect(reported).toMatchObject({
    smtp: `127.0.0.1:${smtp.port}`,
    from: 'hello@trattoria.example',
    dkim: 'trattoria.example',
  })
  expect(lines.join('\n')).not.toContain('secret-word')
})

test('doctor signs in to the mail server, and tells a wrong password', async () => {
  let isRight = true
  const guarded = await startSmtp({
    server: {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) =>
        isRight ? done(null, { user: 'x' }) : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    },
  })
  const env = {
    PLATELIGHT_SMTP_URL: `smtp://kitchen:secret-word@127.0.0.1:${guarded.port}`,
    PLATELIGHT_MAIL_FROM: 'hello@trattoria.example',
  }
  const doctor = async () => {
    const { stdout } = await commandWith(env, 'doctor', '--data', folder, '--json').catch((error) => error)
    return JSON.parse(stdout).findings.find(({ name }: { name: string }) => name === 'mail server')
  }
  expect(await doctor()).toMatchObject({ state: 'ok' })
  isRight = false
  expect(await doctor()).toMatchObject({ state: 'fail', message: expect.stringContaining('535') })
  expect(guarded.steps).not.toContain('mail')
  await guarded.close()
})

test('a file that is not a DKIM key is refused at start', async () => {
  const keyFile = join(folder, 'not-a-key.pem')
  await writeFile(keyFile, 'not a key')
  // Messages would go out without a signature.
  const otherKind = join(folder, 'ed25519.pem')
  await writeFile(otherKind, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  for (const path of [keyFile, otherKind, join(folder, 'missing.pem')])
    await expect(startApp({ env: settings(path) })).rejects.toThrow('PLATELIGHT_DKIM_KEY_FILE')
})
