import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newcomer,
  PASSWORD,
  verified,
  visitor,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE })
})
afterAll(() => app.close())

const NEXT = 'eleven quiet radishes'
const wish = (current: string, next = NEXT) => ({ current_password: current, new_password: next })

/** A person with a session. */
async function signedIn(email?: string) {
  const address = email ?? (await verified(app))
  const { access_token: apiKey } = await visitor(app).auth.login({ email: address, password: PASSWORD })
  return { email: address, client: visitor(app, { apiKey }) }
}

test('whoever knows the password replaces it; every session ends, keys stay, and the owner is told', async () => {
  const { email, client } = await signedIn()
  const other = await signedIn(email)
  const { key } = await client.keys.create({ name: 'till' })
  expect(await client.auth.changePassword(wish(PASSWORD))).toEqual({ status: 'password_changed' })
  for (const session of [client, other.client]) await expect(session.auth.me()).rejects.toMatchObject({ status: 401 })
  expect((await visitor(app, { apiKey: key }).auth.me()).email).toBe(email)
  await expect(visitor(app).auth.login({ email, password: PASSWORD })).rejects.toMatchObject({ status: 401 })
  expect((await visitor(app).auth.login({ email, password: NEXT })).user.email).toBe(email)
  expect((await mailTo(app, email, 'password-changed')).subject).toBe('Your password was changed')
})

test('a stolen session does not change the password by guessing: wrong passwords slow the account down', async () => {
  const { email, client } = await signedIn()
  for (let failed = 0; failed < 5; failed += 1) {
    const refused = client.auth.changePassword(wish(`guess ${failed}`))
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'password_wrong' })
  }
  await expect(client.auth.changePassword(wish(PASSWORD))).rejects.toMatchObject({ status: 429 })
  await expect(visitor(app).auth.login({ email, password: PASSWORD })).rejects.toMatchObject({ status: 429 })
  expect((await client.auth.me()).email).toBe(email)
  expect((await mails(app, email)).map(({ kind }) => kind)).not.toContain('password-changed')
})

test('a weak password is refused, also one made from a name, and nothing changes', async () => {
  const { email, client } = await signedIn()
  await client.me.updateSettings({ business_name: 'Quattordici Lanterne' })
  for (const weak of ['password123', email, 'quattordici lanterne', 'quattordici1']) {
    await expect(client.auth.changePassword(wish(PASSWORD, weak))).rejects.toMatchObject({ code: 'password_weak' })
  }
  await expect(client.auth.changePassword(wish(PASSWORD, 'nine char'))).rejects.toMatchObject({ status: 422 })
  expect((await visitor(app).auth.login({ email, password: PASSWORD })).user.email).toBe(email)
})

test('of many changes at the same moment, one sets its password', async () => {
  const { email, client } = await signedIn()
  const passwords = Array.from({ length: 5 }, (_, index) => `${NEXT} ${index}`)
  const done = await Promise.allSettled(passwords.map((next) => client.auth.changePassword(wish(PASSWORD, next))))
  const set = passwords.filter((_, index) => done[index]?.status === 'fulfilled')
  expect(set).toHaveLength(1)
  expect((await visitor(app).auth.login({ email, password: set[0]! })).user.email).toBe(email)
})

test('an account without a password, an unverified one and a key that may only read change none', async () => {
  const { client } = await app.customer()
  await expect(client.auth.changePassword(wish(PASSWORD))).rejects.toMatchObject({ status: 400, code: 'bad_request' })
  const { key } = await client.keys.create({ name: 'reader', scopes: ['read'] })
  const reader = visitor(app, { apiKey: key })
  await expect(reader.auth.changePassword(wish(PASSWORD))).rejects.toMatchObject({ code: 'scope_missing' })
  const { client: unverified } = await signedIn((await newcomer(app)).email)
  await expect(unverified.auth.changePassword(wish(PASSWORD))).rejects.toMatchObject({ code: 'email_not_verified' })
})

test('no hash of a password that could be tried out is left of a request', async () => {
  const { email, client } = await signedIn()
  const { key } = await client.keys.create({ name: 'till' })
  await visitor(app, { apiKey: key }).auth.changePassword(wish(PASSWORD))
  const { createHash } = await import('node:crypto')
  const body = JSON.stringify(wish(PASSWORD))
  const plain = createHash('sha256').update(`POST /api/auth/change-password\n{}\n${body}`).digest('hex')
  const rows = await app.core.database.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(rows.filter(({ body: reply }) => reply?.includes('password_changed')).length).toBeGreaterThan(0)
  expect(rows.map(({ fingerprint }) => fingerprint)).not.toContain(plain)
  expect((await visitor(app).auth.login({ email, password: NEXT })).user.email).toBe(email)
})
