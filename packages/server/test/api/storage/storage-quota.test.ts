import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadRepository } from '../../../src/blobs/upload-repository.ts'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import { storedBlobs } from '../../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { FROM_ANYWHERE, newcomer, PASSWORD, visitor } from '../../support/identity/signed-in-client.ts'
import { formOf } from '../../support/multipart-forms.ts'
import { imageHost } from '../../support/network/image-host.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

/** Limits that a test can reach: 1 MB unverified, 2 MB on Free. */
const LIMITS = { PLATELIGHT_STORAGE_UNVERIFIED_MB: '1', PLATELIGHT_STORAGE_FREE_MB: '2' }
let app: TestApp
let host: Awaited<ReturnType<typeof imageHost>>
let served: Uint8Array
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  const env = { ...FROM_ANYWHERE, ...LIMITS, PLATELIGHT_ALLOW_PRIVATE_URLS: '1' }
  app = await startApp({ env, clock: { now: () => new Date(now) } })
  host = await imageHost((_, res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end(served))
})
afterAll(async () => {
  await app.close()
  await host.close()
})

/** A picture of noise without compression, and a text for the rest, so that it has the given number of bytes and is unique. */
async function photoOf(bytes: number): Promise<Buffer> {
  const [width, height] = [200, Math.max(8, Math.floor((bytes - 10_000) / 601))]
  const noise = randomBytes(3 * width * height)
  const picture = await sharp(noise, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0, adaptiveFiltering: false })
    .toBuffer()
  const text = Buffer.alloc(bytes - picture.length, 'a')
  text.writeUInt32BE(text.length - 12)
  text.write('tEXtnote\0', 4, 'latin1')
  text.writeUInt32BE(crc32(text.subarray(4, -4)), text.length - 4)
  return Buffer.concat([picture.subarray(0, 33), text, picture.subarray(33)])
}

const QUOTA = { status: 403, code: 'storage_quota' }

/** The stored bytes of an account, after comparing them with its rows. */
async function counted(accountId: string): Promise<number> {
  const { db } = app.core.database
  const account = db.selectFrom('accounts').select('stored_bytes').where('id', '=', accountId)
  const uploads = await db.selectFrom('uploads').select('bytes').where('account_id', '=', accountId).execute()
  const originals = await db
    .selectFrom('run_images')
    .innerJoin('runs', 'runs.id', 'run_images.run_id')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('role', '=', 'original')
    .execute()
  const { stored_bytes } = await account.executeTakeFirstOrThrow()
  expect(stored_bytes).toBe([...uploads, ...originals].reduce((sum, { bytes }) => sum + bytes, 0))
  return stored_bytes
}

const bytesInStore = async (): Promise<number> =>
  (await storedBlobs(app.dataFolder)).reduce((sum, { bytes }) => sum + bytes, 0)

async function unverified() {
  const { email, token } = await newcomer(app)
  const { access_token: apiKey, user } = await visitor(app).auth.login({ email, password: PASSWORD })
  const { db } = app.core.database
  // The plan has unlimited requests, because this is about storage and not about rates.
  await db.updateTable('accounts').set({ plan: 'Enterprise' }).where('id', '=', user.id).execute()
  return { email, token, apiKey, accountId: user.id, client: visitor(app, { apiKey }) }
}

const free = (credits = 50): Promise<Customer> => app.customer({ plan: 'Free', credits })

describe('an unverified account', () => {
  test('that sends fifty photos at once, each with random trailing bytes, does not fill the disk', async () => {
    const { apiKey, accountId } = await unverified()
    const before = await bytesInStore()
    const photos = await Promise.all(Array.from({ length: 50 }, () => photoOf(60_000)))
    const answers = await Promise.all(
      photos.map(async (photo) => {
        const body = formOf({ image: new Uint8Array(Buffer.concat([photo, randomBytes(1_000_000)])) })
        const headers = { authorization: `Bearer ${apiKey}` }
        return (await fetch(`${app.url}/api/mobile/uploads`, { method: 'POST', headers, body })).status
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200, 403]))
    expect(answers.filter((status) => status === 200)).toHaveLength(16)
    expect(await counted(accountId)).toBe(16 * 60_000)
    await expect.poll(async () => (await bytesInStore()) - before).toBeLessThanOrEqual(1_000_000)
  })

  test('sees its usage, its limit, and how to raise it; verification then does', async () => {
    const { token, client, email } = await unverified()
    await client.uploads.create(await photoOf(900_000))
    await expect(client.uploads.create(await photoOf(200_000))).rejects.toMatchObject({
      ...QUOTA,
      message: expect.stringMatching(/keeps 0\.9 MB of the 1 MB .+ until its address is verified.+resend-verification/),
      body: { error: { used_bytes: 900_000, limit_bytes: 1_000_000, needed_bytes: 200_000 } },
    })
    expect(await client.account.credits()).toMatchObject({
      storage_used_bytes: 900_000,
      storage_limit_bytes: 1_000_000,
    })
    await visitor(app).auth.verifyEmail(token)
    const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
    const later = visitor(app, { apiKey })
    // The verification removed earlier uploads, and their bytes are free again.
    expect(await later.account.credits()).toMatchObject({ storage_used_bytes: 0, storage_limit_bytes: null })
    await later.uploads.create(await photoOf(1_500_000))
  })
})

describe('stored bytes', () => {
  test('of the same picture count once, whatever follows its end, and stay stored', async () => {
    const { client, accountId } = await free()
    const photo = await photoOf(100_000)
    const { id, url } = await client.uploads.create(photo)
    for (const trailer of [Buffer.alloc(0), randomBytes(500_000), await dishPhoto()]) {
      expect((await client.uploads.create(Buffer.concat([photo, trailer]))).id).toBe(id)
    }
    expect(await counted(accountId)).toBe(100_000)
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(photo)).toBe(true)
  })

  test('of uploads count for a week, those of originals until their photo is deleted', async () => {
    const { client, accountId } = await free()
    const { url } = await client.uploads.create(await photoOf(300_000))
    const { id } = await client.photos.enhance({ image: url, formats: ['square'], upscale: false })
    expect(await counted(accountId)).toBe(600_000)
    now += 8 * 86_400_000
    await client.uploads.create(await photoOf(50_000))
    const { db } = app.core.database
    await inTransaction(db, (tx) => uploadRepository(tx).removeExpired(accountId, new Date(now)))
    expect(await counted(accountId)).toBe(350_000)
    await client.photos.delete(id)
    expect(await counted(accountId)).toBe(50_000)
  })

  test('of fetched pictures count without trailing data', async () => {
    const { client, accountId } = await free()
    served = Buffer.concat([await photoOf(80_000), randomBytes(700_000)])
    const { original } = await client.photos.enhance({ image: host.url(), formats: ['square'], upscale: false })
    expect(await counted(accountId)).toBe(80_000)
    expect(original?.url && (await (await fetch(original.url)).arrayBuffer()).byteLength).toBe(80_000)
  })
})

describe('a run', () => {
  test('whose stored original does not fit is not accepted', async () => {
    const { client, accountId, credits, runs } = await free()
    const { url } = await client.uploads.create(await photoOf(1_200_000))
    await expect(client.photos.enhance({ image: url })).rejects.toMatchObject({
      ...QUOTA,
      message: expect.stringMatching(/keeps 1\.2 MB of the 2 MB of the Free plan.+DELETE \/v1\/photos/),
      body: { error: { usedBytes: 1_200_000, limitBytes: 2_000_000, neededBytes: 1_200_000 } },
    })
    await expect(client.images.batchProcess({ image_urls: [url], operation: 'enhance' })).rejects.toMatchObject(QUOTA)
    expect([await credits(), await runs()]).toEqual([50, []])
    expect(await counted(accountId)).toBe(1_200_000)
  })

  test('whose fetched original turns out not to fit fails, costs nothing and leaves no bytes', async () => {
    const { client, accountId, credits, runs } = await free()
    await client.uploads.create(await photoOf(1_500_000))
    const before = await bytesInStore()
    served = await photoOf(900_000)
    await expect(client.photos.enhance({ image: host.url() })).rejects.toMatchObject(QUOTA)
    expect(await credits()).toBe(50)
    expect((await runs()).map(({ state, error_code }) => [state, error_code])).toEqual([['failed', 'storage_quota']])
    expect(await counted(accountId)).toBe(1_500_000)
    expect(await bytesInStore()).toBe(before)
  })

  test('among ten at once fails only if it does not fit', async () => {
    const { client, accountId, credits } = await free()
    served = await photoOf(450_000)
    const job = () => client.photos.enhance({ image: host.url(), formats: ['square'], upscale: false })
    const ended = await Promise.allSettled(Array.from({ length: 10 }, job))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const each of ended) if (each.status === 'rejected') expect(each.reason).toMatchObject(QUOTA)
    expect(await counted(accountId)).toBe(4 * 450_000)
    expect(await credits()).toBe(46)
  })

  test('that was accepted before is found again under its key, even without space', async () => {
    const { client, credits } = await free()
    const { url } = await client.uploads.create(await photoOf(900_000))
    const enhance = () =>
      client.photos.enhance({ image: url, formats: ['square'], upscale: false }, { idempotencyKey: 'once' })
    const { id } = await enhance()
    await app.core.database.db.deleteFrom('idempotency_keys').execute()
    expect((await enhance()).id).toBe(id)
    expect(await credits()).toBe(49)
  })
})

test('Enterprise has no limit, and every plan has the limit that is set for it', async () => {
  for (const [plan, limit] of [
    ['Free', 2_000_000],
    ['Starter', 20_000_000_000],
    ['Growth', 100_000_000_000],
    ['Pro', 500_000_000_000],
    ['Enterprise', null],
  ] as const) {
    const { client } = await app.customer({ plan })
    expect((await client.account.credits()).storage_limit_bytes, plan).toBe(limit)
  }
})
