import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTo, newcomer, PASSWORD, tokenIn, verified, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let now = Date.parse('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_TRUST_PROXY: '1' }, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

interface Wish {
  readonly path?: string
  readonly token?: string | undefined
  readonly cookie?: string | undefined
  readonly origin?: string | null
}

async function post({ path = 'browser-session', token, cookie, origin = app.url }: Wish) {
  const reply = await fetch(`${app.url}/api/auth/${path}`, {
    method: 'POST',
    headers: {
      ...(origin !== null && { origin }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    },
  })
  const body = (await reply.json()) as { access_token: string; expires_at: string; user?: { email: string } }
  const [line = ''] = reply.headers.getSetCookie()
  return { status: reply.status, body, line, cookie: line.split(';')[0] }
}

/** A person in a browser, with the cookie that it keeps. */
async function signedIn(email?: string) {
  const address = email ?? (await verified(app))
  const { access_token: long } = await visitor(app).auth.login({ email: address, password: PASSWORD })
  const opened = await post({ token: long })
  return { email: address, long, ...opened, cookie: opened.cookie ?? '' }
}

const me = (token: string) => visitor(app, { apiKey: token }).auth.me()
const OVER = { status: 401, code: 'unauthorized' }

test('a session goes into a cookie that no script can read, and the page gets a token of ten minutes', async () => {
  const { email, line, body, cookie } = await signedIn()
  expect(line).toMatch(/^pl_session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/)
  expect([body.user?.email, body.expires_at]).toEqual([email, new Date(now + 10 * MINUTE_MS).toISOString()])
  expect((await me(body.access_token)).email).toBe(email)

  now += 10 * MINUTE_MS
  await expect(me(body.access_token)).rejects.toMatchObject(OVER)
  const next = await post({ cookie })
  expect([next.status, next.line]).toEqual([200, ''])
  expect((await me(next.body.access_token)).email).toBe(email)
})

test('the cookie opens no endpoint, as a cookie or as a credential', async () => {
  const { cookie, body } = await signedIn()
  const secret = cookie.replace('pl_session=', '')
  const tries: Record<string, string>[] = [
    { cookie },
    { cookie, origin: app.url },
    { authorization: `Bearer ${secret}` },
  ]
  for (const headers of tries) {
    expect((await fetch(`${app.url}/api/auth/me`, { headers })).status).toBe(401)
  }
  expect((await post({ token: secret })).status).toBe(401)
  expect((await post({ cookie: `pl_session=${body.access_token}` })).status).toBe(401)
})

test.each([
  ['no page', null],
  ['another site', 'https://evil.example'],
  ['another port', 'http://127.0.0.1:1'],
  ['a sandboxed frame', 'null'],
])('%s gets no token for the cookie, and starts and ends no session', async (_name, origin) => {
  const { cookie, long } = await signedIn()
  expect((await post({ cookie, origin })).status).toBe(401)
  const planted = await post({ token: long, origin })
  expect([planted.status, planted.line]).toEqual([401, ''])
  expect(await post({ path: 'logout', cookie, origin })).toMatchObject({ status: 200, line: '' })
  expect((await post({ cookie })).status).toBe(200)
})

test.each([
  ['signing out', ({ body }: Person) => post({ path: 'logout', token: body.access_token })],
  ['signing out after the token has expired', ({ cookie }: Person) => post({ path: 'logout', cookie })],
  ['a new password', ({ email }: Person) => reset(email)],
  ['revocation', revoke],
  ['two weeks without use', async () => (now += 14 * DAY_MS)],
])('%s ends the cookie and its tokens at once', async (_name, end) => {
  const person = await signedIn()
  await end(person)
  expect((await post({ cookie: person.cookie })).status).toBe(401)
  await expect(me(person.body.access_token)).rejects.toMatchObject(OVER)
})

type Person = Awaited<ReturnType<typeof signedIn>>

async function reset(email: string) {
  await visitor(app).auth.forgotPassword({ email })
  const { link } = await mailTo(app, email, 'password-reset')
  await visitor(app).auth.resetPassword({ token: tokenIn(link), password: 'eight green courgettes' })
}

async function revoke({ body }: Person) {
  const client = visitor(app, { apiKey: body.access_token })
  const [own] = (await client.account.sessions()).items
  await client.account.revokeSession(own!.id)
}

test('signing out removes the cookie', async () => {
  const { cookie, body } = await signedIn()
  const { line } = await post({ path: 'logout', token: body.access_token, cookie })
  expect(line).toBe('pl_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
})

test('the first verification ends the session of whoever signed up', async () => {
  const { email, token } = await newcomer(app)
  const { cookie } = await signedIn(email)
  await visitor(app).auth.verifyEmail(token)
  expect((await post({ cookie })).status).toBe(401)
})

test('a browser has one session: the next one ends it', async () => {
  const first = await signedIn()
  const email = await verified(app)
  const { access_token: token } = await visitor(app).auth.login({ email, password: PASSWORD })
  const second = await post({ token, cookie: first.cookie })
  expect(second.body.user?.email).toBe(email)
  expect((await post({ cookie: first.cookie })).status).toBe(401)
  expect((await post({ cookie: second.cookie })).status).toBe(200)
})

test('an API key is no session that a browser could keep', async () => {
  const { key } = await app.customer()
  expect(await post({ token: key })).toMatchObject({ status: 401, line: '' })
})

test('an account that the operator disables gets no token', async () => {
  const { cookie, email } = await signedIn()
  await app.operator.disableAccount(email)
  expect((await post({ cookie })).status).toBe(401)
})
