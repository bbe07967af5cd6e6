import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { serveBytes } from '../../support/network/image-host.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Buffer

beforeAll(async () => {
  app = await startApp({ engine: inlineEngine, env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  photo = await dishPhoto({ width: 161, height: 97 })
})
afterAll(() => app.close())

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const upload = async (client: Awaited<ReturnType<TestApp['customer']>>['client'], bytes: Buffer) =>
  (await client.uploads.create(new Uint8Array(bytes))).url

test.each([
  [undefined, 2, 1],
  [2, 2, 1],
  [4, 4, 2],
] as const)(
  'scale %s: exactly %dx on both sides, for %d credits, with the specified reply',
  async (scale, times, price) => {
    const { client, credits } = await app.customer({ credits: 10 })
    const image_url = await upload(client, photo)
    const made = await client.images.upscale({ image_url, ...(scale && { scale }) })
    expect(made).toEqual({
      id: expect.stringMatching(/^run_/),
      status: 'completed',
      credits_used: price,
      result_url: expect.stringContaining(`${app.url}/files/`),
      original_size: { width: 161, height: 97 },
      upscaled_size: { width: 161 * times, height: 97 * times },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      engine: 'lanczos',
      faithfulness: 'faithful',
      warnings: [{ code: 'no_new_detail', message: expect.stringContaining('no detail') }],
    })
    const { format, width, height } = await sharp(await bytesAt(made.result_url)).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...made.upscaled_size })
    expect(await credits()).toBe(10 - price)
  },
)

test('it sends no photo events, which belong to enhancements', async () => {
  const { client, events } = await app.customer()
  await client.images.upscale({ image_url: await upload(client, photo) })
  expect(await events()).toEqual([])
})

test('an earlier result can be enlarged, and so can a photo by address', async () => {
  const { client } = await app.customer()
  const first = await client.images.upscale({ image_url: await upload(client, photo) })
  const second = await client.images.upscale({ image_url: first.result_url })
  expect(second.upscaled_size).toEqual({ width: 644, height: 388 })
  const host = await serveBytes(photo)
  const fetched = await client.images.upscale({ image_url: host.url() })
  expect(fetched.upscaled_size).toEqual(first.upscaled_size)
  await host.close()
})

test.each(['jpeg', 'png', 'webp'] as const)('format %s is returned', async (format) => {
  const { client } = await app.customer()
  const { result_url } = await client.images.upscale({ image_url: await upload(client, photo), format })
  const reply = await fetch(result_url)
  expect(reply.headers.get('content-type')).toBe(`image/${format}`)
  expect((await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).format).toBe(format)
})

test('AVIF is returned on request', async () => {
  const { client } = await app.customer()
  const { result_url } = await client.images.upscale({ image_url: await upload(client, photo), format: 'avif' })
  const reply = await fetch(result_url)
  expect(reply.headers.get('content-type')).toBe('image/avif')
  expect((await bytesAt(result_url)).subarray(4, 12).toString('latin1')).toBe('ftypavif')
})

test('transparency is kept, as PNG, and transparent pixels do not bleed into others', async () => {
  const { client } = await app.customer()
  const [width, height] = [40, 30]
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Transparent green beside opaque red: the result must show no green.
      pixels.set(x < width / 2 ? [0, 255, 0, 0] : [200, 30, 20, 255], (y * width + x) * 4)
    }
  }
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const { result_url } = await client.images.upscale({ image_url: await upload(client, png), scale: 4 })
  const { data, info } = await sharp(await bytesAt(result_url))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 160, height: 120, channels: 4 })
  const at = (x: number) => [...data.subarray((60 * 160 + x) * 4, (60 * 160 + x) * 4 + 4)]
  expect(at(20)[3]).toBe(0)
  expect(at(140)).toEqual([200, 30, 20, 255])
  for (let x = 0; x < 160; x++) {
    const [red = 0, green = 0, , alpha = 0] = at(x)
    if (alpha > 8) expect(green, `column ${x}: ${at(x)}`).toBeLessThan(red / 3)
  }
})

test('transparency requested as JPEG is placed on white', async () => {
  const { client } = await app.customer()
  const half = await sharp({
    create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer()
  const { result_url } = await client.images.upscale({ image_url: await upload(client, half), format: 'jpeg' })
  const { data, info } = await sharp(await bytesAt(result_url))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 80, height: 60, channels: 3 })
  for (const value of data) expect(Math.abs(value - 127)).toBeLessThanOrEqual(2)
})

test('the same photo and scale give the same bytes', async () => {
  const { client } = await app.customer()
  const image_url = await upload(client, photo)
  const once = async () => bytesAt((await client.images.upscale({ image_url })).result_url)
  expect(Buffer.compare(await once(), await once())).toBe(0)
})

describe('a result that would be too large is refused, and costs nothing', () => {
  const cases = [
    ['a side over 16,384', [4_097, 10], 4, undefined, /16,388 x 40.*16,384.*scale 2 or send/],
    ['more than 100 megapixels', [2_501, 2_500], 4, undefined, /10,004 x 10,000.*100 megapixels.*scale 2 or send/],
    ['a side that WebP cannot hold', [4_096, 10], 4, 'webp', /16,383 as webp.*request jpeg/],
    ['more WebP than fits into memory', [3_875, 3_875], 2, 'webp', /60 megapixels as webp.*request jpeg/],
    ['more AVIF than fits into memory', [2_001, 2_000], 2, 'avif', /15 megapixels as avif.*request jpeg/],
  ] as const

  test.each(cases)(
    '%s, before any credits are held if the photo is stored here',
    async (_, [width, height], scale, format, words) => {
      const { client, entries, runs } = await app.customer({ credits: 5 })
      const image_url = await upload(client, await plainPng(width, height))
      const before = await entries()
      await expect(client.images.upscale({ image_url, scale, ...(format && { format }) })).rejects.toMatchObject({
        status: 400,
        code: 'result_too_large',
        message: expect.stringMatching(words),
      })
      expect(await entries()).toEqual(before)
      expect(await runs()).toEqual([])
    },
  )

  test('also for an enhancement in its own size as AVIF', async () => {
    const { client, entries } = await app.customer({ credits: 5 })
    const image_url = await upload(client, await plainPng(4_000, 4_000))
    const before = await entries()
    await expect(client.images.enhance({ image_url, format: 'avif' })).rejects.toMatchObject({
      code: 'result_too_large',
      message: expect.stringMatching(/^The result would measure 4,000 x 4,000.*15 megapixels.*request jpeg or send/),
    })
    expect(await entries()).toEqual(before)
  })

  test('after the hold is released if the photo had to be fetched', async () => {
    const { client, credits, entries } = await app.customer({ credits: 5 })
    const host = await serveBytes(await plainPng(4_097, 10), 'image/png')
    await expect(client.images.upscale({ image_url: host.url(), scale: 4 })).rejects.toMatchObject({
      status: 400,
      code: 'result_too_large',
    })
    await host.close()
    expect(await credits()).toBe(5)
    expect((await entries()).map(({ kind }) => kind)).toEqual(['grant', 'hold', 'release'])
  })

  test('with transparency, for which WebP and AVIF have lower limits: known after the fetch, and released', async () => {
    const { client, credits } = await app.customer({ credits: 5 })
    const clear = { width: 2_200, height: 2_100, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } as const
    const image_url = await upload(client, await sharp({ create: clear }).png().toBuffer())
    await expect(client.images.upscale({ image_url, format: 'webp' })).rejects.toMatchObject({
      code: 'result_too_large',
      message: expect.stringMatching(/18 megapixels as webp with transparency.*request png/),
    })
    expect(await credits()).toBe(5)
  })

  test('a result just within the limits is accepted', async () => {
    const { client } = await app.customer()
    const { upscaled_size } = await client.images.upscale({
      image_url: await upload(client, await plainPng(4_096, 10)),
      scale: 4,
    })
    expect(upscaled_size).toEqual({ width: 16_384, height: 40 })
  })
})

test.each([
  [{ scale: 3 }, 'scale'],
  [{ scale: '2' }, 'scale'],
  [{ scale: null }, 'scale'],
  [{ format: 'bmp' }, 'format'],
  [{ image_url: undefined }, 'image_url'],
  [{ image_url: 7 }, 'image_url'],
])('%j is 422 and names %s', async (wrong, name) => {
  const { client, credits } = await app.customer({ credits: 1 })
  const body = { image_url: 'https://example.com/a.jpg', ...wrong } as never
  await expect(client.images.upscale(body)).rejects.toMatchObject({
    status: 422,
    detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', name] })]),
  })
  expect(await credits()).toBe(1)
})

test("a file that is not a picture is 400 and free, and so is another account's photo", async () => {
  const [{ client, credits }, owner] = await Promise.all([app.customer({ credits: 1 }), app.customer()])
  const host = await serveBytes(Buffer.from('<html>no</html>'), 'text/html')
  const theirs = await upload(owner.client, photo)
  for (const [image_url, code] of [
    [host.url(), 'unsupported_image'],
    [theirs, 'image_unreachable'],
    ['not an address', 'image_url_invalid'],
  ] as const) {
    await expect(client.images.upscale({ image_url }), code).rejects.toMatchObject({ status: 400, code })
  }
  await host.close()
  expect(await credits()).toBe(1)
})
