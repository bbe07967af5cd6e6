import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../src/base/durations.ts'
import { openRotatedKeys } from '../../src/process/installation/rotated-keys.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { FROM_ANYWHERE, newcomer, PASSWORD, visitor } from '../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

let now = Date.parse('2026-11-21T12:00:00Z')
const clock = { now: () => new Date(now) }
let app: TestApp
/** Another process of the database. */
let other: TestApp
beforeAll(async () => {
  app = await startApp({ clock, env: FROM_ANYWHERE })
  other = await startApp({ clock, env: FROM_ANYWHERE, dataFolder: app.dataFolder })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

/** What every process does by itself every five seconds. */
const refresh = (...apps: TestApp[]) =>
  Promise.all(apps.flatMap(({ core }) => [core.signingKeys.links.refresh(), core.signingKeys.sessions.refresh()]))
/** The time at which the new key signs. */
const wait = () => (now += 16_000)

/** The same link at another process. */
const at = (link: string, { url }: TestApp) => `${url}${new URL(link).pathname}${new URL(link).search}`
const status = async (link: string, where = app) => (await fetch(at(link, where))).status

test('new links are signed with a new key, which every process knows before one signs with it, and earlier links live on', async () => {
  const { client } = await app.customer()
  const { url } = await client.uploads.create(await dishPhoto())
  const link = async () => (await client.uploads.create(await dishPhoto())).url
  const before = await link()
  await app.operator.rotateKeys('links', { now: false })
  await refresh(app, other)
  // Nobody signs with it yet, so it does not matter who has not heard of it.
  expect(await link()).toBe(before)
  wait()
  const [path] = url.split('?')
  const fresh = app.core.signingKeys.links.current()
  expect(Buffer.from(other.core.signingKeys.links.current())).toEqual(Buffer.from(fresh))
  now += 1000
  const after = app.app.links.private(path!.split('/').at(-1)!)
  for (const one of [before, after]) for (const where of [app, other]) expect(await status(one, where)).toBe(200)
  await app.operator.rotateKeys('links', { now: true })
  await refresh(app, other)
  expect(await status(after)).toBe(200)
  wait()
  for (const one of [before, after]) for (const where of [app, other]) expect(await status(one, where)).toBe(403)
  expect(await status(app.app.links.private(path!.split('/').at(-1)!), other)).toBe(200)
})

test('sessions go on over a rotation until they end, and end at once when that is asked for', async () => {
  const { email } = await newcomer(app)
  const signIn = async () => (await visitor(app).auth.login({ email, password: PASSWORD })).access_token
  const isIn = async (token: string, where = app) =>
    (await fetch(`${where.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status === 200
  const before = await signIn()
  await app.operator.rotateKeys('sessions', { now: false })
  await refresh(app, other)
  wait()
  const after = await signIn()
  for (const token of [before, after]) for (const where of [app, other]) expect(await isIn(token, where)).toBe(true)
  expect(app.core.signingKeys.sessions.valid()).toHaveLength(2)
  await app.operator.rotateKeys('sessions', { now: true })
  await refresh(app, other)
  wait()
  for (const token of [before, after]) for (const where of [app, other]) expect(await isIn(token, where)).toBe(false)
  expect(await isIn(await signIn(), other)).toBe(true)
})

test('a key is not the secret, ends when all that it signed has ended, and of two rotations at once none is lost', async () => {
  const { core } = app
  const secret = core.secrets.links
  const first = await openRotatedKeys({ db: core.database.db, clock }, 'links', secret)
  await Promise.all([
    app.operator.rotateKeys('links', { now: false }),
    other.operator.rotateKeys('links', { now: false }),
  ])
  wait()
  await first.refresh()
  const keys = first.valid().map((key) => Buffer.from(key).toString('hex'))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain(Buffer.from(secret).toString('hex'))
  expect(keys.length).toBeGreaterThanOrEqual(3)
  const rows = JSON.stringify(await core.database.db.selectFrom('installation').selectAll().execute())
  for (const key of first.valid()) expect(rows).not.toContain(Buffer.from(key).toString('base64'))
  now += 9 * DAY_MS
  expect(first.valid()).toHaveLength(1)
})

test('every endpoint gets a new signing secret, and the previous one signs on until its days are over', async () => {
  const { client, email } = await app.customer()
  const endpoint = await client.webhookEndpoints.create({ url: 'https://receiver.example.com/', events: ['*'] })
  const { endpoints } = await app.operator.rotateWebhooks({ days: 7 })
  expect(endpoints).toEqual([
    { id: endpoint.id, email, url: 'https://receiver.example.com/', secret: expect.stringMatching(/^whsec_.{44}$/) },
  ])
  const rotated = async () => (await client.webhookEndpoints.get(endpoint.id)).previous_secret_until
  expect(await rotated()).toBe(new Date(now + 7 * DAY_MS).toISOString())
  await app.operator.rotateWebhooks({ days: 0 })
  expect(await rotated()).toBe(null)
})
