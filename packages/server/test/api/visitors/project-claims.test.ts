import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { FROM_ANYWHERE, newcomer, PASSWORD, visitor } from '../../support/identity/signed-in-client.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { asVisitor } from '../../support/visitors/visitor-fixture.ts'

const DAY_MS = 86_400_000

let app: TestApp
let now = Date.parse('2026-11-21T10:00:00Z')
let seeds = 0
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

/** A session with a saved project of a photo that no other test uses. */
async function saved(choices: { preset?: string; configuration?: string } = {}) {
  const photo = new Uint8Array(await dishPhoto({ width: 240, height: 180, seed: ++seeds + 40 }))
  const { session_token: sessionToken } = await visitor(app).sessions.anonymous()
  const { project_id: id } = await visitor(app).sessions.project({ image: photo, ...choices }, { sessionToken })
  return { id, sessionToken, photo }
}

const uploadsOf = ({ accountId }: Customer) =>
  app.core.database.db.selectFrom('uploads').selectAll().where('account_id', '=', accountId).execute()
const storedBytes = async ({ client }: Customer) => (await client.account.credits()).storage_used_bytes

test('a claimed project keeps its choices, and its photo is an upload that can be enhanced', async () => {
  const customer = await app.customer()
  const { client } = customer
  const { id, sessionToken, photo } = await saved({ preset: 'moody', configuration: '{"a":1}' })
  const claimed = await client.sessions.claimProject(id, { sessionToken })
  expect(claimed).toMatchObject({
    status: 'claimed',
    project_id: id,
    preset: 'moody',
    goal: 'menu',
    configuration: { a: 1 },
    claimed_at: new Date(now).toISOString(),
  })
  const { url, id: uploadId, expires_at } = await client.uploads.create(photo)
  expect(claimed).toMatchObject({ upload_id: uploadId, image_url: url })
  expect(expires_at).toBe(new Date(now + 7 * DAY_MS).toISOString())
  expect(await storedBytes(customer)).toBe(photo.byteLength)
  const made = await client.photos.enhance({ image: claimed.image_url!, formats: ['square'], upscale: false })
  expect(made.status).toBe('completed')

  await expect(visitor(app).sessions.getProject(id, { sessionToken })).rejects.toMatchObject({ status: 404 })
})

test('the same account claims again and gets the same, also after the session; another account is refused', async () => {
  const { client } = await app.customer()
  const { client: other } = await app.customer()
  const { id, sessionToken } = await saved()
  const first = await client.sessions.claimProject(id, { sessionToken })
  expect(await client.sessions.claimProject(id, { sessionToken })).toEqual(first)
  await expect(other.sessions.claimProject(id, { sessionToken })).rejects.toMatchObject({
    status: 409,
    code: 'already_done',
  })
  now += DAY_MS
  await app.app.expireVisitors()
  const { image_url: _, ...same } = first
  expect(await client.sessions.claimProject(id)).toMatchObject(same)
  await expect(other.sessions.claimProject(id, { sessionToken })).rejects.toMatchObject({ status: 404 })
})

test('of two accounts that claim at the same time, one gets the project, and neither a second photo', async () => {
  const customers = [await app.customer(), await app.customer()]
  const { id, sessionToken } = await saved()
  const claims = customers.flatMap(({ client }) =>
    [1, 2].map(() =>
      client.sessions.claimProject(id, { sessionToken }).then(
        ({ upload_id }) => upload_id,
        (error: { code: string }) => error.code,
      ),
    ),
  )
  const outcomes = await Promise.all(claims)
  const winner = outcomes[0] === 'already_done' ? 1 : 0
  const [{ id: upload } = { id: '' }] = await uploadsOf(customers[winner]!)
  expect(outcomes.sort()).toEqual(['already_done', 'already_done', upload, upload].sort())
  expect(await uploadsOf(customers[1 - winner]!)).toEqual([])
})

test('the session is needed, and its cookie is not enough', async () => {
  const customer = await app.customer()
  const { id, sessionToken } = await saved()
  const path = `/api/mobile/anonymous-project/${id}/claim`
  const cookie = { ...customer.headers, cookie: `pl_anon=${sessionToken}` }
  expect(await asVisitor(app, 'POST', path, { headers: cookie, json: {} })).toMatchObject({ status: 401 })
  const { session_token: stranger } = await visitor(app).sessions.anonymous()
  for (const wrong of [stranger, 'anon_unknown'])
    await expect(customer.client.sessions.claimProject(id, { sessionToken: wrong })).rejects.toMatchObject({
      status: 404,
    })
  expect(await asVisitor(app, 'POST', path, { headers: { 'x-anonymous-session': sessionToken } })).toMatchObject({
    status: 401,
  })
  expect(await uploadsOf(customer)).toEqual([])
  const field = { headers: customer.headers, json: { session_token: sessionToken } }
  expect(await asVisitor(app, 'POST', path, field)).toMatchObject({ status: 200, body: { project_id: id } })
})

test('a session that is over claims nothing', async () => {
  const { client } = await app.customer()
  const { id, sessionToken } = await saved()
  now += DAY_MS
  await expect(client.sessions.claimProject(id, { sessionToken })).rejects.toMatchObject({ status: 404 })
})

test('a photo that the account has already becomes the same upload, and its copy goes', async () => {
  const customer = await app.customer()
  const { client } = customer
  const { id, sessionToken, photo } = await saved()
  const { id: known } = await client.uploads.create(photo)
  expect((await client.sessions.claimProject(id, { sessionToken })).upload_id).toBe(known)
  expect(await uploadsOf(customer)).toHaveLength(1)
  expect(await storedBytes(customer)).toBe(photo.byteLength)
})

test('claimed photos go after 7 days like other uploads, and the project stays without a link', async () => {
  const customer = await app.customer()
  const { client } = customer
  const { id, sessionToken } = await saved()
  const { upload_id, preset } = await client.sessions.claimProject(id, { sessionToken })
  now += 7 * DAY_MS + 1
  expect(await app.app.expireUploads()).toBeUndefined()
  expect(await uploadsOf(customer)).toEqual([])
  expect(await storedBytes(customer)).toBe(0)
  expect(await client.sessions.claimProject(id)).toMatchObject({ upload_id, preset, image_url: null })
})

test('an account whose address is not verified claims nothing', async () => {
  const { email } = await newcomer(app)
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  const { id, sessionToken } = await saved()
  await expect(visitor(app, { apiKey }).sessions.claimProject(id, { sessionToken })).rejects.toMatchObject({
    status: 403,
    code: 'email_not_verified',
  })
})

test('a claim that exceeds the storage of the account changes nothing', async () => {
  const small = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_STORAGE_FREE_MB: '1' } })
  try {
    const { client } = await small.customer({ plan: 'Free' })
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: 'black', noise } })
    const image = new Uint8Array(await picture.png().toBuffer())
    expect(image.byteLength).toBeGreaterThan(1_000_000)
    const { session_token: sessionToken } = await visitor(small).sessions.anonymous()
    const { project_id: id } = await visitor(small).sessions.project({ image }, { sessionToken })
    await expect(client.sessions.claimProject(id, { sessionToken })).rejects.toMatchObject({
      status: 403,
      code: 'storage_quota',
    })
    expect((await visitor(small).sessions.getProject(id, { sessionToken })).project_id).toBe(id)
  } finally {
    await small.close()
  }
})
