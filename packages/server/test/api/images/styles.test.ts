import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Buffer

beforeAll(async () => {
  app = await startApp()
  photo = await dishPhoto({ width: 320, height: 240 })
})
afterAll(() => app.close())

const upload = async ({ client }: Customer, bytes: Buffer) => (await client.uploads.create(new Uint8Array(bytes))).url
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const typesOf = async (customer: Customer) => (await customer.events()).map(({ type }) => type)

describe.each(['aiEnhance', 'enhanceColors', 'smartEdit'] as const)('images.%s', (method) => {
  test('returns one picture of the same size for one credit', async () => {
    const customer = await app.customer({ credits: 3 })
    const made = await customer.client.images[method]({ image_url: await upload(customer, photo), format: 'webp' })
    expect(made).toMatchObject({
      status: 'completed',
      credits_used: 1,
      width: 320,
      height: 240,
      faithfulness: 'faithful',
    })
    const { format, width, height } = await sharp(await bytesAt(made.result_url)).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 320, height: 240 })
    expect(await customer.credits()).toBe(2)
  })

  test.each([
    ['1 x 1', () => plainPng(1, 1)],
    ['12,000 x 40', () => plainPng(12_000, 40)],
    [
      'all black',
      () =>
        sharp({ create: { width: 90, height: 60, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
    ],
    [
      'all white',
      () =>
        sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
    [
      'wholly transparent',
      () =>
        sharp({ create: { width: 90, height: 60, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
    ],
  ])('accepts a picture that is %s', async (_, drawn) => {
    const customer = await app.customer()
    const bytes = await drawn()
    const { width, height } = await sharp(bytes).metadata()
    const made = await customer.client.images[method]({ image_url: await upload(customer, bytes) })
    expect([made.width, made.height]).toEqual([width, height])
  })
})

test('lighting and smart edits send photo events, colours do not; the list of photos shows the former', async () => {
  const customer = await app.customer()
  const image_url = await upload(customer, photo)
  await customer.client.images.enhanceColors({ image_url })
  expect(await customer.events()).toEqual([])
  await customer.client.images.aiEnhance({ image_url })
  await customer.client.images.smartEdit({ image_url })
  const pair = ['photo.enhancement.started', 'photo.enhancement.completed']
  expect(await typesOf(customer)).toEqual([...pair, ...pair])
  const photos = await customer.client.photos.list().toArray({ limit: 9 })
  expect(photos.map(({ metadata }) => metadata.preset)).toEqual(['smart-edit', 'ai-enhance'])
})

test('a smart edit reports its findings and changes, and a darkened background is a retouch', async () => {
  const customer = await app.customer()
  const dark = await sharp(photo).linear(0.35, 0).jpeg().toBuffer()
  const image_url = await upload(customer, dark)
  const plain = await customer.client.images.smartEdit({ image_url })
  expect(plain.found.join(' ')).toMatch(/too dark/)
  expect(plain.done.join(' ')).toMatch(/Brightened/)
  const set = await customer.client.images.smartEdit({ image_url, separate_background: true })
  expect(set.faithfulness === 'retouch' || set.warnings.some(({ code }) => code === 'subject_not_separated')).toBe(true)
})

test('strength 0 changes no pixel, and a higher strength adds colour', async () => {
  const customer = await app.customer()
  const image_url = await upload(customer, await sharp(photo).png().toBuffer())
  const saturation = async (strength: number) => {
    const { result_url } = await customer.client.images.enhanceColors({ image_url, strength, format: 'png' })
    const data = await sharp(await bytesAt(result_url))
      .raw()
      .toBuffer()
    let sum = 0
    for (let i = 0; i < data.length; i += 3)
      sum += Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!)
    return { data, sum }
  }
  const [none, some, much] = [await saturation(0), await saturation(0.5), await saturation(1)]
  expect(Buffer.compare(none.data, await sharp(photo).raw().toBuffer())).toBe(0)
  expect(some.sum).toBeGreaterThan(none.sum)
  expect(much.sum).toBeGreaterThan(some.sum)
  await expect(customer.client.images.enhanceColors({ image_url, strength: 1.5 })).rejects.toMatchObject({
    status: 422,
  })
})

test('a style replaces the preset, and the library describes both', async () => {
  const customer = await app.customer()
  const image_url = await upload(customer, photo)
  const mean = async (style: 'dark_moody' | 'bright_airy') => {
    const { enhanced_url } = await customer.client.images.enhance({ image_url, style })
    const { channels } = await sharp(await bytesAt(enhanced_url)).stats()
    return channels.reduce((sum, channel) => sum + channel.mean, 0)
  }
  expect(await mean('bright_airy')).toBeGreaterThan((await mean('dark_moody')) + 30)
  const photos = await customer.client.photos.list().toArray({ limit: 9 })
  expect(photos.map(({ metadata }) => metadata.preset)).toEqual(['dark_moody', 'bright_airy'])
  const { presets } = await customer.client.catalogs.presetsV3()
  for (const { category, look } of presets) {
    expect(look === undefined).toBe(category !== 'enhancement' && category !== 'style')
  }
})

describe('images.menuConsistency', () => {
  test('matches a menu for one credit per photo, and names what still stands out', async () => {
    const customer = await app.customer({ credits: 10 })
    const dark = await sharp(photo).linear(0.5, 0).jpeg().toBuffer()
    const blue = await sharp(photo).linear([0.8, 1, 1.2], [0, 0, 0]).jpeg().toBuffer()
    const image_urls = await Promise.all([photo, dark, blue].map((bytes) => upload(customer, bytes)))
    const reference_url = image_urls[0]!
    const made = await customer.client.images.menuConsistency({ image_urls, reference_url })
    expect(made).toMatchObject({ status: 'completed', credits_used: 3, reference: 'picture' })
    expect(made.score).toBeGreaterThan(made.score_before)
    expect(made.images.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(made.images[0]).toMatchObject({ score: 100, outlier: false, reasons: [] })
    expect(made.outliers).toEqual(made.images.filter(({ outlier }) => outlier).map(({ index }) => index))
    for (const { url, width, height } of made.images) {
      expect(await sharp(await bytesAt(url)).metadata()).toMatchObject({ width, height })
    }
    expect(await customer.credits()).toBe(7)
    const again = await customer.client.images.menuConsistency({ image_urls })
    expect(again.reference).toBe('middle')
    const { credits } = await customer.client.service.estimate({ path: '/api/menu-consistency', body: { image_urls } })
    expect(credits).toBe(3)
  })

  test('one photo without a reference is refused before anything is held', async () => {
    const customer = await app.customer({ credits: 3 })
    const image_urls = [await upload(customer, photo)]
    await expect(customer.client.images.menuConsistency({ image_urls })).rejects.toMatchObject({
      status: 400,
      code: 'bad_request',
      message: expect.stringContaining('reference_url'),
    })
    expect(await customer.entries()).toHaveLength(1)
  })

  test('a photo that cannot be read fails the call, which names it and charges nothing', async () => {
    const customer = await app.customer({ credits: 9 })
    const cut = photo.subarray(0, photo.length - Math.floor(photo.length / 3))
    const image_urls = await Promise.all([photo, cut].map((bytes) => upload(customer, Buffer.from(bytes))))
    await expect(customer.client.images.menuConsistency({ image_urls })).rejects.toMatchObject({
      status: 400,
      code: 'image_unreadable',
      message: expect.stringMatching(/^image_urls\.1: /),
    })
    expect(await customer.credits()).toBe(9)
  })

  test('a photo that cannot be fetched, or is forbidden, is named by its position', async () => {
    const customer = await app.customer({ credits: 9 })
    const ours = await upload(customer, photo)
    const gone = `${new URL(ours).origin}/files/${'0'.repeat(32)}.jpg`
    const { client } = customer
    await expect(client.images.menuConsistency({ image_urls: [ours, gone] })).rejects.toMatchObject({
      status: 400,
      code: 'image_unreachable',
      message: expect.stringMatching(/^image_urls\.1: /),
    })
    await expect(
      client.images.menuConsistency({ image_urls: [ours], reference_url: 'ftp://example.com/a.jpg' }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^reference_url: /) })
    expect(await customer.credits()).toBe(9)
  })

  test('more pixels than one call accepts are refused before anything is held', async () => {
    const customer = await app.customer({ credits: 20 })
    const large = await upload(customer, await plainPng(6000, 6000))
    await expect(
      customer.client.images.menuConsistency({ image_urls: Array.from({ length: 9 }, () => large) }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'image_too_large',
      message: expect.stringContaining('324 megapixels'),
    })
    expect(await customer.entries()).toHaveLength(1)
  })

  test('photos of one colour, and of one pixel, are accepted', async () => {
    const customer = await app.customer()
    const image_urls = await Promise.all(
      [plainPng(1, 1), plainPng(400, 300)].map(async (one) => upload(customer, await one)),
    )
    const { images } = await customer.client.images.menuConsistency({ image_urls })
    expect(images).toHaveLength(2)
  })
})
