import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, newAddress, PASSWORD, verified, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE })
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
