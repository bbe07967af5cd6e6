import type { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newEmail,
  PASSWORD,
  tokenIn,
  verified,
  visitor,
  wrongPassword,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let auth: Platelight['auth']
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
  auth = visitor(app).auth
})
afterAll(() => app.close())

const WRONG = { status: 401, code: 'unauthorized' }
const codeFor = async (email: string) => tokenIn((await mailTo(app, email, 'password-reset')).link)

test('the mailed token sets a new password, ends every session and the wait, and is reported by mail', async () => {
  const email = await verified(app)
  const { access_token: apiKey } = await auth.login({ email, password: PASSWORD })
  const { key } = await visitor(app, { apiKey }).keys.create({ name: 'till' })
  for (let failed = 0; failed < 5; failed += 1) await wrongPassword(app, email)
  await auth.forgotPassword({ email })
  const token = await codeFor(email)
  expect(await auth.resetPassword({ token, password: 'eleven quiet radishes' })).toEqual({ status: 'password_reset' })

  await expect(visitor(app, { apiKey }).auth.me()).rejects.toMatchObject(WRONG)
  // A key is not a session: the owner of a verified account created it.
  expect((await visitor(app, { apiKey: key }).auth.me()).email).toBe(email)
  expect((await wrongPassword(app, email)).status).toBe(401)
  await expect(auth.login({ email, password: PASSWORD })).rejects.toMatchObject(WRONG)
  expect((await auth.login({ email, password: 'eleven quiet radishes' })).user.email).toBe(email)
  expect((await mailTo(app, email, 'password-changed')).subject).toBe('Your password was changed')
  await expect(auth.resetPassword({ token, password: 'twelve quiet radishes' })).rejects.toMatchObject({
    status: 400,
    code: 'token_invalid',
  })
})

test('a known and an unknown address get the same reply, and only the known one gets a mail', async () => {
  const [email, nobody] = [await verified(app), newEmail()]
  expect(await auth.forgotPassword({ email })).toEqual(await auth.forgotPassword({ email: nobody }))
  await mailTo(app, email, 'password-reset')
  expect(await mails(app, nobody)).toEqual([])
})

test('a weak password leaves the token valid; after an hour it is not', async () => {
  const email = await verified(app)
  await auth.forgotPassword({ email })
  const token = await codeFor(email)
  await expect(auth.resetPassword({ token, password: email })).rejects.toMatchObject({ code: 'password_weak' })
  now += 3_600_000 - 1
  await auth.resetPassword({ token, password: 'eleven quiet radishes' })

  now += 61_000
  await auth.forgotPassword({ email })
  await expect
    .poll(async () => (await mails(app, email)).filter(({ kind }) => kind === 'password-reset').length)
    .toBe(2)
  const late = await codeFor(email)
  now += 3_600_000
  await expect(auth.resetPassword({ token: late, password: PASSWORD })).rejects.toMatchObject({
    code: 'token_invalid',
  })
})

test('twenty simultaneous uses of one token set one password', async () => {
  const email = await verified(app)
  await auth.forgotPassword({ email })
  const token = await codeFor(email)
  const passwords = Array.from({ length: 20 }, (_, index) => `eleven quiet radishes ${index}`)
  const done = await Promise.allSettled(passwords.map((password) => auth.resetPassword({ token, password })))
  const set = passwords.filter((_, index) => done[index]?.status === 'fulfilled')
  expect(set).toHaveLength(1)
  expect((await auth.login({ email, password: set[0]! })).user.email).toBe(email)
})

test('a stranger who signed up with an address loses it to the person who reads the mail', async () => {
  const email = newEmail()
  await auth.signup({ email, password: PASSWORD })
  const stranger = await auth.login({ email, password: PASSWORD })
  const wish = { name: 'kept for later', scopes: ['read'], expiresAt: null } as const
  const { secret: key } = await app.core.keys.create(stranger.user.id, wish, new Set(['read']))
  await auth.forgotPassword({ email })
  await auth.resetPassword({ token: await codeFor(email), password: 'eleven quiet radishes' })

  for (const apiKey of [stranger.access_token, key]) {
    await expect(visitor(app, { apiKey }).auth.me()).rejects.toMatchObject(WRONG)
  }
  const { user } = await auth.login({ email, password: 'eleven quiet radishes' })
  expect(user).toMatchObject({ email_verified: true, credits: 10 })
})

test('an account created by the operator gets its first password this way', async () => {
  const { email } = await app.customer()
  await auth.forgotPassword({ email })
  await auth.resetPassword({ token: await codeFor(email), password: PASSWORD })
  expect((await auth.login({ email, password: PASSWORD })).user.email_verified).toBe(true)
})

test("the mail links to the operator's page if there is one", async () => {
  const page = 'https://photos.example.com/new-password?lang=en'
  const other = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_PASSWORD_RESET_URL: page } })
  const email = await verified(other)
  await visitor(other).auth.forgotPassword({ email })
  const { link } = await mailTo(other, email, 'password-reset')
  expect(link).toMatch(/^https:\/\/photos\.example\.com\/new-password\?lang=en&token=[0-9A-Za-z]{32}$/)
  const token = tokenIn(link)
  await visitor(other).auth.resetPassword({ token, password: 'eleven quiet radishes' })
  await other.close()
})
