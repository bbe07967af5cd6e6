import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmailTokens } from '../../../src/accounts/email-tokens.ts'
import { deriveKey } from '../../../src/base/secrets/derive-key.ts'
import { createSecretCipher } from '../../../src/base/secrets/secret-cipher.ts'
import { createUnsubscribeTokens } from '../../../src/mail/unsubscribe-tokens.ts'
import { createSignInCodes } from '../../../src/resources/idp/sign-in-codes.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { changedCopies, encoded, hmacToken, strangersTokens } from '../../support/identity/forged-jws.ts'
import { FROM_ANYWHERE, newAddress } from '../../support/identity/signed-in-client.ts'
import { imageHost } from '../../support/network/image-host.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let picture: Uint8Array<ArrayBuffer>
let stranger: Awaited<ReturnType<typeof imageHost>>
let fetched = 0
let customer: Customer
let token: string
let claims: Record<string, unknown>

beforeAll(async () => {
  app = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  picture = new Uint8Array(await dishPhoto({ width: 32, height: 24 }))
  stranger = await imageHost((_, reply) => {
    fetched++
    reply.end('{"keys":[]}')
  })
})
beforeEach(async () => {
  customer = await app.customer()
  token = (await app.core.sessions.start(customer.accountId)).token
  claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
})
afterAll(async () => {
  await app.close()
  await stranger.close()
})

/** The status of a request with a bearer credential. Any text is sent as it is. */
const statusOf = async (credential: string, path = '/api/account/credits'): Promise<number> =>
  (
    await fetch(app.url + path, {
      headers: { authorization: `Bearer ${credential}`, 'x-forwarded-for': newAddress() },
    })
  ).status

/** The names of those that are not refused with 401. */
async function accepted(tokens: Readonly<Record<string, string>>): Promise<string[]> {
  const names: string[] = []
  for (const [name, one] of Object.entries(tokens)) {
    const status = await statusOf(one)
    if (status !== 401) names.push(`${name}: ${status}`)
  }
  return names
}

/** Claims signed with the right key. */
const signed = (more: Record<string, unknown>, header: object = { alg: 'HS256', typ: 'JWT' }) =>
  hmacToken(header, { ...claims, ...more }, app.core.secrets.sessions)

describe('as a session token', () => {
  test('the right token opens the account, also when it was put together by this test', async () => {
    expect([await statusOf(token), await statusOf(signed({}))]).toEqual([200, 200])
  })

  test('no token of a stranger opens anything, and no key is fetched from where it says', async () => {
    expect(await accepted(strangersTokens(claims, { host: stranger.url('/') }))).toEqual([])
    expect(fetched).toBe(0)
  })

  test('no changed copy of the right token opens anything, not even one that means the same', async () => {
    expect(await accepted(changedCopies(token))).toEqual([])
  })

  test('a header that asks for something that is not understood is refused, although the key is right', async () => {
    const sessions = app.core.secrets.sessions
    const unencoded = `${encoded({ alg: 'HS256', b64: false, crit: ['b64'] })}.${encoded(claims)}`
    const payload = Buffer.from(JSON.stringify(claims))
    expect(
      await accepted({
        'crit with an unknown name': signed({}, { alg: 'HS256', crit: ['exp'], exp: 1 }),
        'crit with a name that is not there': signed({}, { alg: 'HS256', crit: ['b64'] }),
        'an empty crit': signed({}, { alg: 'HS256', crit: [] }),
        'crit that is no list': signed({}, { alg: 'HS256', crit: 'exp' }),
        'an unencoded payload': signed({}, { alg: 'HS256', b64: false, crit: ['b64'] }),
        'an unencoded payload, signed as such': `${unencoded.split('.')[0]}.${payload}.${encoded(Buffer.alloc(32))}`,
        HS384: hmacToken({ alg: 'HS384' }, claims, sessions, 'sha384'),
        HS512: hmacToken({ alg: 'HS512' }, claims, sessions, 'sha512'),
        'a header that says RS256': hmacToken({ alg: 'RS256' }, claims, sessions),
        'another key of this installation': hmacToken({ alg: 'HS256' }, claims, app.core.secrets.links),
        'the key as text': hmacToken({ alg: 'HS256' }, claims, Buffer.from(sessions).toString('base64url')),
      }),
    ).toEqual([])
  })

  test('claims for something or somebody else are refused, although the key is right', async () => {
    const other = await app.customer()
    const seconds = Math.floor(Date.now() / 1000)
    const { sub, sid, exp, aud, iss } = claims
    expect([sub, typeof sid, typeof exp, aud, iss].map(String)).not.toContain('undefined')
    const without = (name: string) => signed({ [name]: undefined })
    expect(
      await accepted({
        expired: signed({ exp: seconds - 1 }),
        'expired in 1970': signed({ exp: 0 }),
        'an expiry that is text': signed({ exp: String(exp) }),
        'no expiry': without('exp'),
        'valid from tomorrow on': signed({ nbf: seconds + 86_400 }),
        'another audience': signed({ aud: 'platelight-guest' }),
        'a list of other audiences': signed({ aud: ['guest', 'reset'] }),
        'no audience': without('aud'),
        'another issuer': signed({ iss: 'https://evil.example' }),
        'no issuer': without('iss'),
        'another account': signed({ sub: other.accountId }),
        'no account': without('sub'),
        'another session': signed({ sid: 'ses_unknown' }),
        'no session': without('sid'),
        'a list of sessions': signed({ sid: [sid, sid] }),
      }),
    ).toEqual([])
  })

  test('the token of a session that was ended or removed, or of a deleted account, opens nothing', async () => {
    const { db } = app.core.database
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', customer.accountId)
      .executeTakeFirstOrThrow()
    await app.core.sessions.revokeOne(customer.accountId, id)
    expect(await statusOf(token)).toBe(401)
    const { token: second } = await app.core.sessions.start(customer.accountId)
    await db.deleteFrom('sessions').where('account_id', '=', customer.accountId).execute()
    expect(await statusOf(second)).toBe(401)
    const { token: third } = await app.core.sessions.start(customer.accountId)
    await customer.client.account.delete()
    expect(await statusOf(third)).toBe(401)
  })
})

/** A valid token of every purpose that there is. */
async function tokensOfEveryPurpose(): Promise<Record<string, string>> {
  const { accountId, email } = customer
  const { core } = app
  const { db } = core.database
  const emailTokens = createEmailTokens(core)
  const { url: upload } = await customer.client.uploads.create(picture)
  const codes = createSignInCodes({ ...core, db })
  const issue = (purpose: 'reset' | 'verify') =>
    db.transaction().execute((tx) => emailTokens.issue(tx, { accountId, purpose }))
  const cipher = createSecretCipher(deriveKey(core.secrets.links, 'unsubscribe'))
  return {
    reset: await issue('reset'),
    verification: await issue('verify'),
    'sign-in code': await db
      .transaction()
      .execute((tx) => codes.issue(tx, { accountId, native: true, holder: null, next: '/m' })),
    setup: new URL((await app.app.setupLink()) ?? '').searchParams.get('token') ?? '',
    unsubscribe: createUnsubscribeTokens(cipher).create(email),
    'signature of a link': new URL(upload).searchParams.get('sig') ?? '',
    'ID token': await new SignJWT({ sub: accountId, email, email_verified: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('https://id.example')
      .setAudience('platelight')
      .setExpirationTime('1h')
      .sign(core.secrets.sessions),
    session: token,
    key: customer.key,
  }
}

test('a token of another purpose opens nothing as a bearer', async () => {
  const { session, key, ...others } = await tokensOfEveryPurpose()
  expect([await statusOf(session ?? ''), await statusOf(key ?? '')]).toEqual([200, 200])
  expect(await accepted(others)).toEqual([])
})

/** Where a token of one purpose is used, and with which status others are refused there. */
const USES: Readonly<
  Record<string, { own: string; refused: readonly number[]; use: (token: string) => Promise<Response> }>
> = {
  'to choose a password': {
    own: 'reset',
    refused: [400, 422],
    use: (one) => post('/api/auth/reset-password', { token: one, password: 'eleven quiet radishes' }),
  },
  'to verify an address': {
    own: 'verification',
    refused: [400, 422],
    use: (one) => get('/api/auth/verify-email', one),
  },
  'to exchange a sign-in': {
    own: 'sign-in code',
    refused: [400, 422],
    use: (one) => post('/api/auth/idp/exchange', { code: one }),
  },
  'to end marketing': {
    own: 'unsubscribe',
    refused: [400, 422],
    use: (one) => get('/api/unsubscribe', one, 'POST'),
  },
}

const get = (path: string, token: string, method = 'GET') =>
  fetch(`${app.url}${path}?token=${encodeURIComponent(token)}`, {
    method,
    headers: { 'x-forwarded-for': newAddress() },
  })
const post = (path: string, body: object) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify(body),
  })

test.each(Object.entries(USES))('a token of another purpose does not serve %s', async (_, { own, refused, use }) => {
  for (const [purpose, one] of Object.entries(await tokensOfEveryPurpose())) {
    const { status } = await use(one)
    if (purpose === own) expect([purpose, status < 500]).toEqual([purpose, true])
    // Some are longer than such a token can be, and are refused before they are looked at.
    else expect([purpose, refused.includes(status)]).toEqual([purpose, true])
  }
})

test('a token of an unsubscribe link works only as it was written', async () => {
  const { unsubscribe = '' } = await tokensOfEveryPurpose()
  const [version = '', body = ''] = unsubscribe.split('.')
  const bytes = Buffer.from(body, 'base64url')
  const flipped = [0, 11, 12, bytes.length - 17, bytes.length - 16, bytes.length - 1].map((at) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 128
    return encoded(copy)
  })
  const cut = [0, 12, 27, 28, bytes.length - 1].map((length) => encoded(bytes.subarray(0, length)))
  const statuses = []
  for (const one of [...flipped, ...cut, `${body}=`, `${body}*`, ` ${body}`])
    statuses.push((await USES['to end marketing']!.use(`${version}.${one}`)).status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect((await USES['to end marketing']!.use(body)).status).toBe(400)
  expect((await USES['to end marketing']!.use(unsubscribe)).status).toBe(200)
})
