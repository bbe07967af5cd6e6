import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { FROM_ANYWHERE, newAddress, newcomer, PASSWORD, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  const env = { ...FROM_ANYWHERE, PLATELIGHT_STORAGE_VISITORS_MB: '2', PLATELIGHT_STORAGE_VISITOR_ADDRESS_MB: '1' }
  app = await startApp({ env, clock: { now: () => new Date(now) } })
  photo = new Uint8Array(await dishPhoto({ width: 200, height: 150 }))
})
afterAll(() => app.close())

/** The smallest file counts as 64 KiB. */
const FILES_OF_ADDRESS = 15
const FILES_OF_ALL = 30
const stored = () => app.core.database.db.selectFrom('anonymous_projects').select('bytes').execute()

/** Saves photos from one address, in sessions of twenty and five at the same moment. @returns the errors */
async function save(count: number, image = photo): Promise<{ status: number; code: string }[]> {
  const client = visitor(app, { from: newAddress() })
  const errors: { status: number; code: string }[] = []
  let sessionToken = ''
  for (let sent = 0; sent < count; sent += 5) {
    if (sent % 20 === 0) sessionToken = (await client.sessions.anonymous()).session_token
    const few = Array.from({ length: Math.min(5, count - sent) }, () =>
      client.sessions.project({ image }, { sessionToken }).catch((error) => void errors.push(error)),
    )
    await Promise.all(few)
    now += 61_000
  }
  return errors
}

test('visitors of one address, and all of them together, have an end, and accounts keep their room', async () => {
  expect(await save(FILES_OF_ADDRESS + 4)).toEqual(
    Array(4).fill(expect.objectContaining({ status: 403, code: 'storage_quota' })),
  )
  expect(await stored()).toHaveLength(FILES_OF_ADDRESS)
  expect(await save(FILES_OF_ADDRESS)).toEqual([])
  const [error, ...more] = await save(2)
  expect([error, more.length]).toMatchObject([{ status: 503, code: 'overloaded' }, 1])
  expect(await stored()).toHaveLength(FILES_OF_ALL)
  // Whoever has not shown that they read the mail of their address is a visitor, too.
  const { email } = await newcomer(app)
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  const large = new Uint8Array(await dishPhoto({ width: 1600, height: 1200 }))
  expect(large.length).toBeGreaterThan(50_000)
  await expect(visitor(app, { apiKey }).uploads.create(large)).rejects.toMatchObject({
    status: 503,
    code: 'overloaded',
  })
  const { client } = await app.customer()
  const { url } = await client.uploads.create(photo)
  expect(await client.photos.enhance({ image: url, formats: ['square'], upscale: false })).toMatchObject({
    status: 'completed',
  })
  // A session ends, and its room is free again.
  now += 86_400_000
  await app.app.expireVisitors()
  expect(await save(1)).toEqual([])
})

/** A comment that no program shows. */
function padded(): Uint8Array {
  const segment = randomBytes(65_536)
  segment.set([0xff, 0xfe, 0xff, 0xfe])
  return new Uint8Array(
    Buffer.concat([photo.subarray(0, 2), ...Array(60).fill(segment), photo.subarray(2), randomBytes(100_000)]),
  )
}

test('only the picture of a file is stored, whoever sends it', async () => {
  expect(await save(1, padded())).toEqual([])
  const { client, accountId } = await app.customer()
  const { id } = await client.uploads.create(padded())
  const { db } = app.core.database
  const uploads = db.selectFrom('uploads').select(['id', 'bytes']).where('account_id', '=', accountId)
  expect(await uploads.execute()).toEqual([{ id, bytes: photo.length }])
  expect((await stored()).at(-1)).toEqual({ bytes: photo.length })
})

test('while little space is free, accounts store and visitors do not', async () => {
  const tight = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_VISITORS_MIN_FREE_MB: '1000000000' } })
  const { session_token: sessionToken } = await visitor(tight).sessions.anonymous()
  const saved = visitor(tight).sessions.project({ image: photo }, { sessionToken })
  await expect(saved).rejects.toMatchObject({ status: 503, code: 'overloaded' })
  const { client } = await tight.customer()
  expect(await client.uploads.create(photo)).toMatchObject({ width: 200 })
  await tight.close()
})
