import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Platelight } from '@platelight/sdk'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmailTokens } from '../../../src/accounts/email-tokens.ts'
import { hashKey, looksLikeKey, newKeySecret } from '../../../src/keys/key-secret.ts'
import { createSignInCodes } from '../../../src/resources/idp/sign-in-codes.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const credits = (apiKey: string) => new Platelight({ baseUrl: app.url, apiKey, maxRetries: 0 }).account.credits()
/**
 * Sends all but the last byte of a body, which `end` sends. A server that requests the body has accepted the credential.
 */
function begin(path: string, key: string, body: string) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  const headers = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n${headers}\r\n`)
  return {
    asked: new Promise<void>((resolve) => socket.once('data', () => resolve(void socket.write(body.slice(0, -1))))),
    end: () => {
      socket.write(body.slice(-1))
      return text(socket)
    },
  }
}
const UNAUTHORIZED = { status: 401, code: 'unauthorized' }

describe('API keys', () => {
  test('the secret is shown once, stored as a hash, and opens the account', async () => {
    const { client } = await app.customer({ credits: 7 })
    const made = await client.keys.create({ name: 'till' })
    expect(made).toMatchObject({
      name: 'till',
      scopes: ['read', 'images', 'account'],
      expires_at: null,
      last_used_at: null,
    })
    expect(made.key).toMatch(/^pl_live_[0-9A-Za-z]{49}$/)
    expect((await credits(made.key)).credits).toBe(7)

    const listed = await client.keys.list().toArray({ limit: 10 })
    expect(JSON.stringify(listed)).not.toContain(made.key)
    expect(listed.find(({ id }) => id === made.id)?.last_used_at).toMatch(/^20/)
    const rows = await app.core.database.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(made.key)
    expect(rows.find(({ id }) => id === made.id)?.hash).toBe(hashKey(made.key))
  })

  test('an expired or revoked key opens nothing', async () => {
    const { client } = await app.customer()
    const { db } = app.core.database
    const [expired, revoked] = await Promise.all([client.keys.create({ name: 'a' }), client.keys.create({ name: 'b' })])
    await db
      .updateTable('api_keys')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', expired.id)
      .execute()
    await db
      .updateTable('api_keys')
      .set({ revoked_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', revoked.id)
      .execute()
    await expect(credits(expired.key)).rejects.toMatchObject(UNAUTHORIZED)
    await expect(credits(revoked.key)).rejects.toMatchObject(UNAUTHORIZED)
  })

  test.each([
    ['/api/keys/create', { name: 'for later' }],
    ['/api/webhook-endpoints', { url: 'https://example.com/later' }],
  ])('a key that is revoked while the body of POST %s arrives does nothing', async (path, wish) => {
    const { client } = await app.customer()
    const leaked = await client.keys.create({ name: 'leaked' })
    const late = begin(path, leaked.key, JSON.stringify(wish))
    // By now the server has read the headers and waits for the rest.
    await late.asked
    await client.keys.revoke(leaked.id)
    expect(await late.end()).toMatch(/^HTTP\/1\.1 401 .*"code":"unauthorized"/s)
    const kept = await client.keys.list().toArray({ limit: 10 })
    expect(kept.map(({ name }) => name)).not.toContain('for later')
    expect(await client.webhookEndpoints.list().toArray({ limit: 10 })).toEqual([])
  })

  test('an expiry in the past is refused', async () => {
    const { client } = await app.customer()
    const wish = { name: 'late', expires_at: '2020-01-01T00:00:00Z' }
    await expect(client.keys.create(wish)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('expires_at'),
    })
  })

  test('a name is one line and not blank, because lists and terminals show it', async () => {
    const { client } = await app.customer()
    for (const name of [' ', 'till\r\nkitchen', '\u001b[2Jtill']) {
      await expect(client.keys.create({ name }), JSON.stringify(name)).rejects.toMatchObject({
        status: 422,
        fieldErrors: { name: expect.anything() },
      })
    }
    expect(await client.keys.create({ name: ' till ' })).toMatchObject({ name: 'till' })
  })

  test('an impossible date as expiry is refused and creates no key', async () => {
    const { client } = await app.customer()
    for (const expires_at of ['2199-02-30T00:00:00Z', '2199-13-01T00:00:00Z', '9999-12-31T23:59:59-14:00']) {
      await expect(client.keys.create({ name: 'never', expires_at }), expires_at).rejects.toMatchObject({
        status: 422,
        fieldErrors: { expires_at: expect.anything() },
      })
    }
    const made = await client.keys.list().toArray({ limit: 10 })
    expect(made.map(({ name }) => name)).not.toContain('never')
  })

  test('a repeat of a creation never shows the secret again', async () => {
    const { headers } = await app.customer()
    const post = () =>
      fetch(`${app.url}/api/keys/create`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'new-till' },
        body: '{"name":"till"}',
      })
    expect((await post()).status).toBe(200)
    const repeat = await post()
    expect([repeat.status, (await repeat.json()).error.code]).toEqual([409, 'already_done'])
  })

  test('a mistyped key is recognized by its checksum, without a query', () => {
    const key = newKeySecret()
    expect(looksLikeKey(key)).toBe(true)
    expect(looksLikeKey(key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'))).toBe(false)
    expect(new Set(Array.from({ length: 100 }, newKeySecret)).size).toBe(100)
  })
})

describe('session tokens', () => {
  test('a token opens its account until the session is revoked', async () => {
    const { accountId } = await app.customer({ credits: 3 })
    const { token } = await app.core.sessions.start(accountId)
    expect((await credits(token)).credits).toBe(3)
    const found = await app.core.sessions.authenticate(token)
    await app.core.sessions.revoke(found!.sessionId)
    await expect(credits(token)).rejects.toMatchObject(UNAUTHORIZED)
  })

  test('a token forged in any of the usual ways opens nothing', async () => {
    const [victim, attacker] = await Promise.all([app.customer(), app.customer()])
    const { token } = await app.core.sessions.start(attacker.accountId)
    const { sessionId } = (await app.core.sessions.authenticate(token))!
    const claims = { sid: sessionId }
    const sign = (change: (jwt: SignJWT) => SignJWT, key = app.core.secrets.sessions, alg = 'HS256') =>
      change(
        new SignJWT(claims)
          .setProtectedHeader({ alg })
          .setSubject(attacker.accountId)
          .setIssuer('platelight')
          .setAudience('platelight-api')
          .setExpirationTime('1h'),
      ).sign(key)

    expect((await credits(await sign((jwt) => jwt))).credits).toBe(100)
    const forged = {
      'alg none': new UnsecuredJWT(claims)
        .setSubject(attacker.accountId)
        .setIssuer('platelight')
        .setAudience('platelight-api')
        .encode(),
      'another key': await sign((jwt) => jwt, new Uint8Array(32)),
      'another audience': await sign((jwt) => jwt.setAudience('guest')),
      'another issuer': await sign((jwt) => jwt.setIssuer('elsewhere')),
      'another account': await sign((jwt) => jwt.setSubject(victim.accountId)),
      expired: await sign((jwt) => jwt.setExpirationTime(1)),
      'another algorithm': await sign((jwt) => jwt, new Uint8Array(64), 'HS512'),
      'no expiry': await new SignJWT({ ...claims, aud: 'platelight-api', iss: 'platelight', sub: attacker.accountId })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(app.core.secrets.sessions),
      'the key of signed links': await sign((jwt) => jwt, app.core.secrets.links),
      'not yet valid': await sign((jwt) => jwt.setNotBefore('1h')),
      cut: token.slice(0, -2),
    }
    for (const [how, one] of Object.entries(forged)) await expect(credits(one), how).rejects.toMatchObject(UNAUTHORIZED)
  })

  test('the token of a session whose row is gone opens nothing', async () => {
    const { accountId } = await app.customer()
    const { token } = await app.core.sessions.start(accountId)
    await app.core.database.db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
    await expect(credits(token)).rejects.toMatchObject(UNAUTHORIZED)
  })

  test('a token that was made for something else opens nothing', async () => {
    const { accountId } = await app.customer()
    const { db } = app.core.database
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const tokens = createEmailTokens({ ids: app.core.ids, clock: app.core.clock })
    const issue = (purpose: 'reset' | 'verify') =>
      db.transaction().execute((tx) => tokens.issue(tx, { accountId, purpose }))
    const codes = createSignInCodes({ ...app.core, db })
    const made = {
      reset: await issue('reset'),
      verification: await issue('verify'),
      'sign-in code': await db
        .transaction()
        .execute((tx) => codes.issue(tx, { accountId, native: true, holder: null, next: '/m' })),
      'guest JWT': await new SignJWT({ sub: accountId, guest: true })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(app.core.secrets.sessions),
      'session id': (await db.selectFrom('sessions').select('id').executeTakeFirst())?.id ?? 'ses_1',
      'account id': accountId,
      address: email,
    }
    for (const [what, one] of Object.entries(made)) await expect(credits(one), what).rejects.toMatchObject(UNAUTHORIZED)
  })
})
