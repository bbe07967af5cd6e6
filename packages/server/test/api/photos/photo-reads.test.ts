import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { serveBytes } from '../../support/network/image-host.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Buffer

beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  photo = await dishPhoto()
})
afterAll(() => app.close())

test('a photo by address gives three formats of the right shape, for one credit', async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const host = await serveBytes(photo)

  const enhanced = await client.photos.enhance({ image: host.url(), upscale: false })

  expect(enhanced).toMatchObject({
    status: 'completed',
    creditsUsed: 1,
    original: { width: 640, height: 480 },
    engine: 'local',
  })
  const ratios = { square: 1, portrait: 4 / 5, landscape: 16 / 9 }
  for (const [format, ratio] of Object.entries(ratios)) {
    const reply = await fetch(enhanced.enhanced[format as 'square']!)
    expect(reply.status).toBe(200)
    const { width, height, format: type } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
    expect(type).toBe('jpeg')
    expect(width! / height!).toBeCloseTo(ratio, 1)
  }
  expect(await credits()).toBe(4)
  await host.close()
})

test('the upscale flag brings the long side of every output to 3840 pixels', async () => {
  const { client } = await app.customer()
  const { enhanced, warnings } = await client.photos.enhance({
    image: new Blob([new Uint8Array(photo)]),
    formats: ['original', 'portrait'],
  })
  for (const address of Object.values(enhanced)) {
    const { width, height } = await sharp(Buffer.from(await (await fetch(address)).arrayBuffer())).metadata()
    expect(Math.max(width!, height!)).toBe(3840)
  }
  expect(warnings.map(({ code }) => code)).toContain('upscaled_more_than_2x')
})

test('an upload is found again by its bytes: the same id and address', async () => {
  const { client } = await app.customer()
  const [first, second] = await Promise.all([
    client.uploads.create(new Uint8Array(photo)),
    client.uploads.create(new Uint8Array(photo)),
  ])
  const third = await client.uploads.create(new Uint8Array(photo))
  expect(second).toEqual(first)
  expect(third).toMatchObject({ id: first.id, url: first.url })
})

test('a finished photo is read, listed, downloaded and deleted, and then not found', async () => {
  const { client, events } = await app.customer()
  const made = await client.photos.enhance({ image: new Uint8Array(photo), formats: ['square'], upscale: false })

  expect(await client.photos.get(made.id)).toMatchObject({ id: made.id, status: 'completed', enhanced: made.enhanced })
  expect((await client.photos.list().toArray({ limit: 10 })).map(({ id }) => id)).toEqual([made.id])

  const folder = await mkdtemp(join(tmpdir(), 'platelight-download-'))
  await made.download('square', join(folder, 'square.jpg'))
  expect((await sharp(await readFile(join(folder, 'square.jpg'))).metadata()).width).toBeGreaterThan(300)
  await made.download('source', join(folder, 'source.jpg'))
  expect(Buffer.compare(await readFile(join(folder, 'source.jpg')), photo)).toBe(0)
  await rm(folder, { recursive: true })

  await client.photos.delete(made.id)
  await expect(client.photos.get(made.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(client.photos.delete(made.id)).rejects.toMatchObject({ status: 404 })
  expect(await client.photos.list().toArray({ limit: 10 })).toEqual([])
  expect((await fetch(made.enhanced.square!)).status).toBe(404)
  expect((await fetch(made.original.url)).status).toBe(404)
  expect((await events()).map(({ type }) => type)).toEqual([
    'photo.enhancement.started',
    'photo.enhancement.completed',
    'photo.deleted',
  ])
})

test("another account's photo is not found, like an unknown one", async () => {
  const [owner, stranger] = await Promise.all([app.customer(), app.customer()])
  const { id } = await owner.client.photos.enhance({
    image: new Uint8Array(photo),
    formats: ['square'],
    upscale: false,
  })
  const theirs = await stranger.client.photos.get(id).catch((error) => error)
  const nobodys = await stranger.client.photos.get('run_00000000000000000000000000').catch((error) => error)
  expect(theirs).toMatchObject({ status: 404, code: 'not_found', message: nobodys.message })
  await expect(stranger.client.photos.delete(id)).rejects.toMatchObject({ status: 404 })
})

test("another account's upload cannot be enhanced", async () => {
  const [owner, stranger] = await Promise.all([app.customer(), app.customer()])
  const { url } = await owner.client.uploads.create(new Uint8Array(photo))
  await expect(stranger.client.photos.enhance({ image: url })).rejects.toMatchObject({
    status: 400,
    code: 'image_unreachable',
  })
  expect(await stranger.credits()).toBe(100)
})

test('lists come in pages that meet without gap or repeat', async () => {
  const { client } = await app.customer()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    ids.unshift(
      (await client.images.enhance({ image_url: (await client.uploads.create(new Uint8Array(photo))).url })).id,
    )
  }
  const pages: string[][] = []
  for await (const page of client.photos.list({ limit: 2 }).pages()) pages.push(page.items.map(({ id }) => id))
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  for (const cursor of ['nonsense', ids[0]!, '%00']) {
    await expect(client.photos.list({ cursor })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', 'cursor'] }],
    })
  }
})

test('/api/enhance keeps the aspect of the photo and has the specified reply', async () => {
  const { client, credits } = await app.customer({ credits: 3 })
  const { url } = await client.uploads.create(new Uint8Array(photo))
  const result = await client.images.enhance({ image_url: url, preset: 'social-media' })
  expect(result).toMatchObject({
    status: 'completed',
    credits_used: 1,
    width: 640,
    height: 480,
    faithfulness: 'faithful',
  })
  expect(Object.keys(result)).toEqual(
    expect.arrayContaining([
      'id',
      'status',
      'credits_used',
      'original_url',
      'enhanced_url',
      'width',
      'height',
      'created_at',
    ]),
  )
  expect(await credits()).toBe(2)
})

describe('files', () => {
  test('a result has a strong ETag and supports ranges, and the bytes of its address never change', async () => {
    const { client } = await app.customer()
    const { enhanced } = await client.photos.enhance({
      image: new Uint8Array(photo),
      formats: ['square'],
      upscale: false,
    })
    const whole = await fetch(enhanced.square!)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const etag = whole.headers.get('etag')!
    expect(etag).toMatch(/^"/)
    expect(whole.headers.get('cache-control')).toContain('immutable')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    expect(whole.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)

    const part = await fetch(enhanced.square!, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
    expect(Buffer.compare(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20))).toBe(0)
    expect((await fetch(enhanced.square!, { headers: { range: 'bytes=-5' } })).headers.get('content-length')).toBe('5')
    expect((await fetch(enhanced.square!, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
    expect((await fetch(enhanced.square!, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await fetch(enhanced.square!, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  test('a private asset needs its signature, and expires', async () => {
    const { client } = await app.customer()
    const { url } = await client.uploads.create(new Uint8Array(photo))
    expect((await fetch(url)).status).toBe(200)
    const wrong = await fetch(url.replace(/sig=(.)/, (_, first) => `sig=${first === '0' ? 1 : 0}`))
    expect([wrong.status, (await wrong.json()).error.code]).toEqual([403, 'link_expired'])
    const later = await fetch(url.replace(/exp=\d+/, 'exp=9999999999'))
    expect(later.status).toBe(403)
    expect((await fetch(url.replace(/&sig=.*/, ''))).status).toBe(422)
  })
})
