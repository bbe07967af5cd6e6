import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { asVisitor } from '../../support/visitors/visitor-fixture.ts'

const PATH = '/api/mobile/anonymous-session'
const HOUR_MS = 3_600_000

let app: TestApp
let now = Date.parse('2026-11-21T10:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

const open = (sent: Parameters<typeof asVisitor>[3] = {}) => asVisitor(app, 'POST', PATH, sent)
const rows = () => app.core.database.db.selectFrom('anonymous_sessions').selectAll().execute()

test('a session has an unguessable token, lasts 24 hours, and only the hash of its token is stored', async () => {
  const { session_token: token, expires_at, resumed } = await visitor(app).sessions.anonymous()
  expect(token).toMatch(/^anon_[0-9A-Za-z]{43}$/)
  expect({ expires_at, resumed }).toEqual({ expires_at: new Date(now + 24 * HOUR_MS).toISOString(), resumed: false })
  expect(JSON.stringify(await rows())).not.toContain(token)
})

test('cookie, header and field resume a session, and its end stays where it was', async () => {
  const { session_token: token, expires_at } = (await open()).body
  now += HOUR_MS
  const ways: Parameters<typeof open>[0][] = [
    { headers: { cookie: `pl_anon=${token}` } },
    { headers: { 'x-anonymous-session': token } },
    { json: { session_token: token } },
  ]
  for (const sent of ways) {
    const { body, headers } = await open(sent)
    expect(body).toEqual({ session_token: token, expires_at, resumed: true })
    expect(headers.getSetCookie()).toEqual([`pl_anon=${token}; Max-Age=${23 * 3600}; Path=/; HttpOnly; SameSite=Lax`])
  }
})

test('an unknown token, a hash of a token and a session that is over begin a new one', async () => {
  const { session_token: token } = (await open()).body
  const [row] = (await rows()).slice(-1)
  now += 24 * HOUR_MS
  for (const session_token of ['anon_unknown', row!.id, token]) {
    const { body } = await open({ json: { session_token } })
    expect(body).toMatchObject({ resumed: false })
    expect(body.session_token).not.toBe(session_token)
  }
})

test('where cookies are secure, the cookie is, too', async () => {
  const secure = await startApp({ env: { PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' } })
  try {
    const { headers } = await asVisitor(secure, 'POST', PATH)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^pl_anon=anon_\w{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  } finally {
    await secure.close()
  }
})

test('a token opens nothing else', async () => {
  const { session_token: token } = (await open()).body
  const headers = { authorization: `Bearer ${token}`, cookie: `pl_anon=${token}`, 'x-anonymous-session': token }
  expect(await asVisitor(app, 'GET', '/api/auth/me', { headers })).toMatchObject({ status: 401 })
})

test('sessions that are over are removed', async () => {
  await open()
  now += 25 * HOUR_MS
  const { session_token: kept } = (await open()).body
  await app.app.expireVisitors()
  expect(await rows()).toHaveLength(1)
  expect((await open({ json: { session_token: kept } })).body).toMatchObject({ resumed: true })
})
