import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platelight } from '@platelight/sdk'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  newAddress,
  newEmail,
  PASSWORD,
  verified,
  visitor,
  wrongPassword,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let auth: Platelight['auth']
let now = Date.parse('2026-11-21T12:00:00Z')
const clock = { now: () => new Date(now) }
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock })
  auth = visitor(app).auth
})
afterAll(() => app.close())

const WRONG = { status: 401, code: 'unauthorized' }
const fail = (email: string, from?: string, where = app) => wrongPassword(where, email, from)
const statuses = async (count: number, attempt: () => Promise<{ status: number }>) => {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) found.push((await attempt()).status)
  return found
}

describe('signing in', () => {
  test('a wrong password, an unknown address and an account without a password get the same reply', async () => {
    const email = await verified(app)
    const { email: withoutPassword } = await app.customer()
    const answers = await Promise.all(
      [email, newEmail(), withoutPassword].map(async (one) => {
        const reply = await fetch(`${app.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
          body: JSON.stringify({ email: one, password: 'not the password' }),
        })
        return [reply.status, await reply.text()]
      }),
    )
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.[0]).toBe(401)
  })

  test('the session shows its kind, its expiry and its account', async () => {
    const email = await verified(app)
    const { access_token: apiKey, expires_at, user } = await auth.login({ email, password: PASSWORD })
    expect(Date.parse(expires_at)).toBe(now + 30 * 86_400_000)
    const mine = visitor(app, { apiKey })
    const state = {
      valid: true,
      credential: 'session',
      expires_at,
      scopes: ['read', 'images', 'account'],
      user: { ...user, credits: 10 },
    }
    expect(await mine.auth.session()).toEqual(state)
    expect(await mine.auth.status()).toEqual(state)
    expect(await mine.auth.me()).toEqual(user)
  })

  test('only the session of an administrator opens admin endpoints', async () => {
    const email = await verified(app)
    const scopes = async () => {
      const { access_token: apiKey } = await auth.login({ email, password: PASSWORD })
      return (await visitor(app, { apiKey }).auth.session()).scopes
    }
    expect(await scopes()).not.toContain('admin')
    await app.core.database.db.updateTable('accounts').set({ role: 'admin' }).where('email', '=', email).execute()
    expect(await scopes()).toContain('admin')
  })

  test('a key is a credential too, with its own expiry and scopes', async () => {
    const { client } = await app.customer()
    expect(await client.auth.session()).toMatchObject({ credential: 'api_key', expires_at: null })
    const until = new Date(now + 86_400_000).toISOString()
    const made = await client.keys.create({ name: 'short', scopes: ['read'], expires_at: until })
    expect(await visitor(app, { apiKey: made.key }).auth.status()).toMatchObject({
      credential: 'api_key',
      expires_at: until,
      scopes: ['read'],
    })
  })

  test('logging out ends only that session, at once', async () => {
    const email = await verified(app)
    const [one, other] = await Promise.all([
      auth.login({ email, password: PASSWORD }),
      auth.login({ email, password: PASSWORD }),
    ])
    const mine = visitor(app, { apiKey: one.access_token })
    expect(await mine.auth.logout()).toEqual({ status: 'logged_out' })
    await expect(mine.auth.me()).rejects.toMatchObject(WRONG)
    expect(await mine.auth.logout()).toEqual({ status: 'logged_out' })
    expect((await visitor(app, { apiKey: other.access_token }).auth.me()).email).toBe(email)
  })

  test('logging out with another credential succeeds and changes nothing', async () => {
    const { client, key } = await app.customer()
    expect(await client.auth.logout()).toEqual({ status: 'logged_out' })
    expect((await client.auth.session()).valid).toBe(true)
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x.y.z',
      `Basic ${key}`,
      `Bearer ${'a'.repeat(5000)}`,
      'Bearer é',
    ]) {
      const headers: Record<string, string> = authorization === '' ? {} : { authorization }
      const reply = await fetch(`${app.url}/api/auth/logout`, { method: 'POST', headers })
      expect([reply.status, (await reply.json()).status]).toEqual([200, 'logged_out'])
    }
  })

  test('a token that is forged in any of the usual ways, expired, revoked, or of another account is 401', async () => {
    const email = await verified(app)
    const { access_token: token, user } = await auth.login({ email, password: PASSWORD })
    const victim = await auth.login({ email: await verified(app), password: PASSWORD })
    const { sessionId } = (await app.core.sessions.authenticate(token))!
    const seconds = Math.floor(now / 1000)
    const sign = (change: (jwt: SignJWT) => SignJWT, key = app.core.secrets.sessions, alg = 'HS256') =>
      change(
        new SignJWT({ sid: sessionId })
          .setProtectedHeader({ alg })
          .setSubject(user.id)
          .setIssuer('platelight')
          .setAudience('platelight-api')
          .setIssuedAt(seconds)
          .setExpirationTime(seconds + 3600),
      ).sign(key)
    const me = (apiKey: string) => visitor(app, { apiKey }).auth.me()

    expect((await me(await sign((jwt) => jwt))).email).toBe(email)
    const none = new UnsecuredJWT({ sid: sessionId }).setSubject(user.id).setIssuer('platelight')
    const forged = {
      'alg none': none
        .setAudience('platelight-api')
        .setExpirationTime(seconds + 3600)
        .encode(),
      'another key': await sign((jwt) => jwt, new Uint8Array(32)),
      'another algorithm': await sign((jwt) => jwt, new Uint8Array(64), 'HS512'),
      'another audience': await sign((jwt) => jwt.setAudience('guest')),
      'another issuer': await sign((jwt) => jwt.setIssuer('elsewhere')),
      'another account': await sign((jwt) => jwt.setSubject(victim.user.id)),
      expired: await sign((jwt) => jwt.setExpirationTime(seconds - 1)),
      'the payload of another': [token.split('.')[0], victim.access_token.split('.')[1], token.split('.')[2]].join('.'),
      cut: token.slice(0, -2),
    }
    for (const [how, one] of Object.entries(forged)) await expect(me(one), how).rejects.toMatchObject(WRONG)

    now += 30 * 86_400_000
    await expect(me(token)).rejects.toMatchObject(WRONG)
  })

  test('fifty simultaneous sign-ins succeed, and the server answers other requests meanwhile', async () => {
    const emails = await Promise.all(Array.from({ length: 50 }, () => verified(app)))
    let over = false
    const logins = Promise.all(emails.map((email) => auth.login({ email, password: PASSWORD })))
    const finished = logins.finally(() => {
      over = true
    })
    expect((await fetch(`${app.url}/health`)).status).toBe(200)
    expect(over).toBe(false)
    await finished
    const tokens = (await logins).map(({ access_token }) => access_token)
    expect(new Set(tokens).size).toBe(50)
  })
})

describe('repeated failures', () => {
  test('the fifth failure causes a wait that doubles, up to five minutes, and a success ends it', async () => {
    const email = await verified(app)
    expect(await statuses(5, () => fail(email))).toEqual([401, 401, 401, 401, 401])
    for (const seconds of [30, 60, 120, 240, 300, 300]) {
      expect(await fail(email)).toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: seconds * 1000 })
      // The right password must wait as well. Otherwise the wait would reveal which one is right.
      await expect(auth.login({ email, password: PASSWORD })).rejects.toMatchObject({ status: 429 })
      now += seconds * 1000 - 1
      expect((await fail(email)).status).toBe(429)
      now += 1
      expect((await fail(email)).status).toBe(401)
    }
    now += 300_000
    await auth.login({ email, password: PASSWORD })
    expect(await statuses(5, () => fail(email))).toEqual([401, 401, 401, 401, 401])
  })

  test('an unknown address is slowed down in the same way', async () => {
    const email = newEmail()
    expect(await statuses(6, () => fail(email))).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('fifty simultaneous guesses count as no more than five attempts', async () => {
    const email = await verified(app)
    const found = await Promise.all(Array.from({ length: 50 }, () => fail(email)))
    expect(found.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(found.filter(({ status }) => status === 429)).toHaveLength(45)
  })

  test('a caller is slowed down across all accounts, and a success on its own account clears nothing', async () => {
    const [email, other] = [await verified(app), await verified(app)]
    const from = newAddress()
    const later = () => (now += 61_000)
    for (let index = 0; index < 4; index += 1) {
      expect((await fail(newEmail(), from)).status).toBe(401)
      later()
    }
    await visitor(app, { from }).auth.login({ email: other, password: PASSWORD })
    expect((await fail(newEmail(), from)).status).toBe(401)
    await expect(visitor(app, { from }).auth.login({ email, password: PASSWORD })).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 30_000,
    })
    expect((await auth.login({ email, password: PASSWORD })).user.email).toBe(email)
  })

  test('failures of a caller are forgotten an hour after the last, those of an account after a day', async () => {
    const [email, from] = [newEmail(), newAddress()]
    for (let index = 0; index < 5; index += 1) {
      await fail(email, from)
      now += 61_000
    }
    now += 3_600_000
    await expect(fail(newEmail(), from)).resolves.toMatchObject({ status: 401 })
    now += 61_000
    await expect(fail(newEmail(), from)).resolves.toMatchObject({ status: 401 })
    // One more failure of the account is its sixth.
    await fail(email)
    expect(await fail(email)).toMatchObject({ status: 429, retryAfterMs: 60_000 })
    now += 86_400_000
    expect(await statuses(5, () => fail(email))).toEqual([401, 401, 401, 401, 401])
  })

  test('a restart forgets no failure', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-test-'))
    const first = await startApp({ env: FROM_ANYWHERE, clock, dataFolder })
    const email = await verified(first)
    await statuses(5, () => fail(email, undefined, first))
    await first.close()
    const second = await startApp({ env: FROM_ANYWHERE, clock, dataFolder })
    expect(await fail(email, undefined, second)).toMatchObject({ status: 429, retryAfterMs: 30_000 })
    await second.close()
    await rm(dataFolder, { recursive: true })
  })

  test('no password and no tried address is stored in readable form', async () => {
    const email = newEmail()
    await fail(email)
    const rows = await app.core.database.db.selectFrom('attempts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/trattoria|not the password/)
  })

  test('sign-up, sign-in and password resets share five calls a minute per address', async () => {
    const from = newAddress()
    const mine = visitor(app, { from }).auth
    await mine.signup({ email: newEmail(), password: PASSWORD })
    await mine.forgotPassword({ email: newEmail() })
    expect(await statuses(4, () => fail(newEmail(), from))).toEqual([401, 401, 401, 429])
  })
})
