import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { guestFile, guestToken, newSubject, WITH_GUESTS } from '../../support/visitors/guest-fixture.ts'
import { asVisitor } from '../../support/visitors/visitor-fixture.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const SECONDS = now / 1000

let app: TestApp
let subject: string
beforeAll(async () => {
  app = await startApp({ env: WITH_GUESTS, clock: { now: () => new Date(now) } })
  subject = newSubject()
  await app.operator.importGuests(await guestFile(app, [{ guest: subject, credits: 3 }]), { checkOnly: false })
})
afterAll(() => app.close())

const resume = (guest_token: string) => visitor(app).sessions.guest({ guest_token })
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a guest resumes with its token, and sees when the token expires', async () => {
  const shown = { status: 'resumed', claimed: false, projects: 0, images: 0, credits: 3 }
  expect(await resume(await guestToken(subject))).toMatchObject({ ...shown, expires_at: null })
  const first = await resume(await guestToken(subject, { expires: SECONDS + 60 }))
  expect(first).toMatchObject({ ...shown, expires_at: '2026-11-21T10:01:00.000Z' })
  expect(first.guest_id).toMatch(/^gst_/)
  // No audience is asked for unless the operator sets one.
  for (const audience of [null, 'another-app'])
    expect(await resume(await guestToken(subject, { audience }))).toMatchObject(shown)
  expect((await resume(await guestToken(subject, { expires: 1e15 }))).expires_at).toBe('9999-12-31T23:59:59.000Z')
})

test('forged, expired and foreign tokens are refused, and are worth nothing to an account', async () => {
  const good = await guestToken(subject)
  const [header, payload, signature] = good.split('.') as [string, string, string]
  const claims = { sub: subject, aud: 'guest' }
  const wrong = {
    'alg none': `${base64({ alg: 'none' })}.${base64(claims)}.`,
    'alg none with a signature': `${base64({ alg: 'none' })}.${base64(claims)}.${signature}`,
    'another algorithm': await guestToken(subject, { algorithm: 'HS512', secret: 'x'.repeat(64) }),
    'another algorithm with the key': await guestToken(subject, {
      algorithm: 'HS384',
      secret: 'the secret of an earlier app',
    }),
    'another key': await guestToken(subject, { secret: 'the secret of another app' }),
    expired: await guestToken(subject, { expires: SECONDS - 1 }),
    'not valid yet': await guestToken(subject, { notBefore: SECONDS + 60 }),
    'another payload': `${header}.${base64({ ...claims, sub: 'legacy-9' })}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'no subject': await guestToken(''),
    'a NUL in the subject': await guestToken('a\0b'),
    'no token': 'hello',
    unknown: await guestToken('never imported'),
  }
  const { client } = await app.customer()
  for (const [what, token] of Object.entries(wrong)) {
    const resumed = await resume(token).then(
      () => 'resumed',
      (error: { status: number; code: string }) => `${error.status} ${error.code}`,
    )
    expect([what, resumed]).toEqual([what, '401 unauthorized'])
    const claimed = await client.sessions.claimGuest({ guest_token: token }).then(
      () => 'claimed',
      (error: { status: number; code: string }) => `${error.status} ${error.code}`,
    )
    expect([what, claimed]).toEqual([what, '400 token_invalid'])
  }
  const guests = await app.core.database.db.selectFrom('guests').selectAll().execute()
  expect(guests.map((guest) => guest.subject)).toEqual([subject])
})

test('a guest token is no credential, and a session token is no guest token', async () => {
  const token = await guestToken(subject)
  for (const path of ['/api/auth/me', '/v1/account/credits', '/api/me/images'])
    expect(await asVisitor(app, 'GET', path, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      status: 401,
    })
  const { accountId } = await app.customer()
  const session = await app.core.sessions.start(accountId)
  await expect(resume(session.token)).rejects.toMatchObject({ status: 401 })
})

test('the audience and the issuer that the operator set are required', async () => {
  const env = { ...WITH_GUESTS, PLATELIGHT_GUEST_JWT_AUDIENCE: 'old-app', PLATELIGHT_GUEST_JWT_ISSUER: 'old-server' }
  const other = await startApp({ env })
  try {
    const path = await guestFile(other, [{ guest: 'g' }])
    await other.operator.importGuests(path, { checkOnly: false })
    for (const audience of [null, 'guest', 'old-app'])
      await expect(
        visitor(other).sessions.guest({ guest_token: await guestToken('g', { audience }) }),
      ).rejects.toMatchObject({ status: 401 })
    const { SignJWT } = await import('jose')
    const token = new SignJWT({ sub: 'g', aud: 'old-app', iss: 'old-server' }).setProtectedHeader({ alg: 'HS256' })
    const guest_token = await token.sign(new TextEncoder().encode(env.PLATELIGHT_GUEST_JWT_SECRET))
    expect(await visitor(other).sessions.guest({ guest_token })).toMatchObject({ status: 'resumed' })
  } finally {
    await other.close()
  }
})

test('a server without the secret says which setting is missing', async () => {
  const other = await startApp()
  try {
    const guest_token = await guestToken(subject)
    const { client } = await other.customer()
    const refused = { status: 503, code: 'not_configured' }
    await expect(visitor(other).sessions.guest({ guest_token })).rejects.toMatchObject(refused)
    await expect(client.sessions.claimGuest({ guest_token })).rejects.toMatchObject(refused)
    const path = '/api/mobile/guest-session'
    expect((await asVisitor(other, 'POST', path, { json: { guest_token } })).body).toMatchObject({
      error: { setting: 'PLATELIGHT_GUEST_JWT_SECRET' },
    })
  } finally {
    await other.close()
  }
})
