import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, newAddress, PASSWORD, verified, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let now = Date.parse('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000

beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

/** Signs in with a program of this name. */
async function signIn(email: string, userAgent: string) {
  const reply = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': newAddress() },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { access_token: apiKey } = (await reply.json()) as { access_token: string }
  return visitor(app, { apiKey })
}

test('sessions are listed with the program that signed in, newest first, page by page', async () => {
  const email = await verified(app)
  await signIn(email, 'Phone/1')
  const client = await signIn(email, `Browser/2 ${'x'.repeat(300)}`)
  const sessions = await client.account.sessions().toArray({ limit: 10 })
  expect(sessions.map(({ user_agent, current }) => [user_agent?.slice(0, 9), current])).toEqual([
    ['Browser/2', true],
    ['Phone/1', false],
  ])
  expect(sessions[0]?.user_agent).toHaveLength(200)
  const { items, nextCursor } = await client.account.sessions({ limit: 1 })
  expect(items).toEqual(sessions.slice(0, 1))
  expect((await client.account.sessions({ cursor: nextCursor! })).items).toEqual(sessions.slice(1))
})

test('a session that is ended no longer opens anything, and the others stay', async () => {
  const email = await verified(app)
  const lost = await signIn(email, 'Lost/1')
  const mine = await signIn(email, 'Mine/1')
  const [, other] = (await mine.account.sessions()).items
  const ended = await mine.account.revokeSession(other!.id)
  expect(ended).toEqual({ id: other!.id, status: 'revoked', revoked_at: expect.any(String) })
  await expect(lost.auth.me()).rejects.toMatchObject({ status: 401 })
  expect(await mine.account.revokeSession(other!.id)).toEqual(ended)
  expect((await mine.account.sessions()).items.map(({ user_agent }) => user_agent)).toEqual(['Mine/1'])
})

test('a session may end itself, and a session that has ended is not listed', async () => {
  const email = await verified(app)
  const client = await signIn(email, 'Self/1')
  const [own] = (await client.account.sessions()).items
  await client.account.revokeSession(own!.id)
  await expect(client.account.sessions()).rejects.toMatchObject({ status: 401 })
})

test('a session of another account is not found and goes on', async () => {
  const owner = await signIn(await verified(app), 'Owner/1')
  const stranger = await signIn(await verified(app), 'Stranger/1')
  const [session] = (await owner.account.sessions()).items
  await expect(stranger.account.revokeSession(session!.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect((await owner.auth.me()).email_verified).toBe(true)
})

test('a key that may only read sees the sessions and ends none', async () => {
  const { client } = await app.customer()
  const { key } = await client.keys.create({ name: 'reader', scopes: ['read'] })
  const reader = visitor(app, { apiKey: key })
  expect((await reader.account.sessions()).items).toEqual([])
  await expect(reader.account.revokeSession('ses_1')).rejects.toMatchObject({ status: 403, code: 'scope_missing' })
})

test('a session that nobody uses for two weeks ends, and one that is used goes on to its last day', async () => {
  const email = await verified(app)
  const [used, unused] = [await signIn(email, 'Used/1'), await signIn(email, 'Unused/1')]
  const started = new Date(now).toISOString()
  now += 13 * DAY_MS
  await used.auth.me()
  const listed = (await used.account.sessions()).items
  expect(listed.map(({ user_agent, last_used_at }) => [user_agent, last_used_at])).toEqual([
    ['Unused/1', started],
    ['Used/1', new Date(now).toISOString()],
  ])
  now += DAY_MS
  await expect(unused.auth.me()).rejects.toMatchObject({ status: 401 })
  expect((await used.account.sessions()).items.map(({ user_agent }) => user_agent)).toEqual(['Used/1'])
  now += 13 * DAY_MS
  expect((await used.auth.me()).email).toBe(email)
  now += 3 * DAY_MS
  await expect(used.auth.me()).rejects.toMatchObject({ status: 401 })
})

test('uses of one hour are one write', async () => {
  const client = await signIn(await verified(app), 'Busy/1')
  const lastUse = async () => (await client.account.sessions()).items[0]?.last_used_at
  const started = await lastUse()
  now += 59 * 60_000
  await client.auth.me()
  expect(await lastUse()).toBe(started)
  now += 2 * 60_000
  expect(await lastUse()).toBe(new Date(now).toISOString())
})

test('signing in again ends the session whose token comes along, and no other', async () => {
  const email = await verified(app)
  const other = await signIn(email, 'Other/1')
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  const before = visitor(app, { apiKey })
  await expect(before.auth.login({ email, password: 'not the password' })).rejects.toMatchObject({ status: 401 })
  expect((await before.auth.me()).email).toBe(email)
  const after = await before.auth.login({ email, password: PASSWORD })
  await expect(before.auth.me()).rejects.toMatchObject({ status: 401 })
  for (const client of [other, visitor(app, { apiKey: after.access_token })]) {
    expect((await client.auth.me()).email).toBe(email)
  }
  const { client: withKey } = await app.customer()
  await withKey.auth.login({ email, password: PASSWORD })
  expect((await withKey.auth.me()).email_verified).toBe(true)
})
