import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Buffer

beforeAll(async () => {
  app = await startApp({ engine: inlineEngine })
  photo = await dishPhoto({ width: 480, height: 320 })
})
afterAll(() => app.close())

type Client = Awaited<ReturnType<TestApp['customer']>>['client']
const upload = async (client: Client, bytes: Buffer) => (await client.uploads.create(new Uint8Array(bytes))).url

async function picture(url: string) {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { format, hasAlpha, space } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (u: number, v: number) => {
    const i = 4 * (Math.floor(v * info.height) * info.width + Math.floor(u * info.width))
    return [...data.subarray(i, i + 4)] as [number, number, number, number]
  }
  return { format, hasAlpha, space, bytes, data, width: info.width, height: info.height, at }
}

describe('POST /api/remove-background', () => {
  test('says that the cut-out keeps a light that is too dark, and nothing of a good one', async () => {
    const { client } = await app.customer({ credits: 2 })
    const warningsOf = async (bytes: Buffer) =>
      (await client.images.removeBackground({ image_url: await upload(client, bytes) })).warnings
    const dim = await sharp(photo).linear(0.5).png().toBuffer()
    expect(await warningsOf(dim)).toContainEqual({
      code: 'light_kept',
      message: expect.stringContaining('keeps the light of the photo. It is too dark'),
    })
    expect((await warningsOf(photo)).map(({ code }) => code)).not.toContain('light_kept')
  })

  test("returns a transparent PNG of the photo's own size, for one credit", async () => {
    const { client, credits } = await app.customer({ credits: 3 })
    const made = await client.images.removeBackground({ image_url: await upload(client, photo) })
    expect(made).toEqual({
      id: expect.stringMatching(/^run_/),
      status: 'completed',
      credits_used: 1,
      result_url: expect.stringContaining(`${app.url}/files/`),
      format: 'png',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      confidence: expect.any(Number),
      original_url: expect.stringContaining(app.url),
      width: 480,
      height: 320,
      engine: 'classical',
      faithfulness: 'retouch',
      // Colours alone are never certain.
      warnings: [{ code: 'subject_uncertain', message: expect.stringContaining('not certain which part') }],
    })
    expect(made.confidence).toBeGreaterThan(0.4)
    expect(await credits()).toBe(2)
    const cut = await picture(made.result_url)
    expect(cut).toMatchObject({ format: 'png', hasAlpha: true, space: 'srgb', width: 480, height: 320 })
    // Food and plate are whole, and the table is gone without leaving its colour.
    for (const [u, v] of [
      [0.5, 0.5],
      [0.5, 0.2],
      [0.3, 0.5],
    ] as const)
      expect(cut.at(u, v)[3]).toBe(255)
    for (const [u, v] of [
      [0.02, 0.02],
      [0.98, 0.5],
      [0.5, 0.98],
    ] as const)
      expect(cut.at(u, v)).toEqual([0, 0, 0, 0])
  })

  test('the inside of the dish keeps its pixels', async () => {
    const { client } = await app.customer()
    const png = await dishPhoto({ width: 480, height: 320, format: 'png' })
    const { result_url } = await client.images.removeBackground({ image_url: await upload(client, png) })
    const [cut, source] = [await picture(result_url), await sharp(png).raw().toBuffer()]
    for (let y = 120; y < 200; y++) {
      for (let x = 190; x < 290; x++) {
        const [to, from] = [4 * (y * 480 + x), 3 * (y * 480 + x)]
        expect([...cut.data.subarray(to, to + 4)]).toEqual([...source.subarray(from, from + 3), 255])
      }
    }
  })

  test('the same photo gives the same bytes', async () => {
    const { client } = await app.customer()
    const image_url = await upload(client, photo)
    const [one, other] = [
      await client.images.removeBackground({ image_url, shadow: true }),
      await client.images.removeBackground({ image_url, shadow: true }),
    ]
    expect((await picture(one.result_url)).bytes.equals((await picture(other.result_url)).bytes)).toBe(true)
  })

  test('a shadow is black, partly transparent, and lies under the dish only', async () => {
    const { client } = await app.customer()
    const image_url = await upload(client, photo)
    const plain = await picture((await client.images.removeBackground({ image_url })).result_url)
    const shaded = await picture((await client.images.removeBackground({ image_url, shadow: true })).result_url)
    let [shadow, changed] = [0, 0]
    for (let i = 0; i < plain.data.length; i += 4) {
      if (plain.data[i + 3] === 255 && !plain.data.subarray(i, i + 4).equals(shaded.data.subarray(i, i + 4))) changed++
      if (plain.data[i + 3] !== 0 || shaded.data[i + 3] === 0) continue
      shadow++
      expect([...shaded.data.subarray(i, i + 3)]).toEqual([0, 0, 0])
      expect(shaded.data[i + 3]).toBeLessThan(180)
    }
    expect(changed).toBe(0)
    expect(shadow).toBeGreaterThan(500)
    expect(shaded.at(0.01, 0.01)[3]).toBe(0)
  })

  test('existing transparency is kept', async () => {
    const { client } = await app.customer()
    const half = await sharp(await dishPhoto({ width: 480, height: 320 }))
      .ensureAlpha()
      .composite([
        {
          input: { create: { width: 240, height: 320, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 1 } } },
          left: 0,
          top: 0,
          blend: 'dest-out',
        },
      ])
      .png()
      .toBuffer()
    const cut = await picture(
      (await client.images.removeBackground({ image_url: await upload(client, half) })).result_url,
    )
    expect(cut.at(0.3, 0.5)).toEqual([0, 0, 0, 0])
    expect(cut.at(0.6, 0.5)[3]).toBe(255)
  })

  test('a photo without a dish is refused with what to do, and nothing is charged', async () => {
    const { client, credits } = await app.customer({ credits: 3 })
    const clear = {
      create: { width: 300, height: 200, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    }
    const pictures = [
      ...[await plainPng(1, 1), await plainPng(300, 200), await plainPng(3000, 10)],
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#000' } })
        .jpeg()
        .toBuffer(),
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
      await sharp(clear).png().toBuffer(),
    ]
    for (const bytes of pictures) {
      await expect(client.images.removeBackground({ image_url: await upload(client, bytes) })).rejects.toMatchObject({
        status: 400,
        code: 'subject_not_found',
        message: expect.stringContaining('Point it out with `subject`: a box'),
      })
    }
    expect(await credits()).toBe(3)
  })

  test('ten dishes are all kept', async () => {
    const { client } = await app.customer()
    const [width, height] = [800, 500]
    const middles = Array.from({ length: 10 }, (_, i) => [90 + (i % 5) * 155, 140 + Math.floor(i / 5) * 220] as const)
    const data = Buffer.alloc(3 * width * height)
    for (let i = 0; i < width * height; i++) {
      const out = Math.min(...middles.map(([x, y]) => Math.hypot(x - (i % width), y - Math.floor(i / width))))
      data.set(out < 38 ? [181, 72, 42] : out < 58 ? [242, 239, 232] : [47, 59, 53], 3 * i)
    }
    const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer()
    // Colours alone doubt what is scattered, so somebody says that all of it is meant.
    const subject = { box: { x: 0.04, y: 0.16, width: 0.92, height: 0.68 } }
    const image_url = await upload(client, bytes)
    const cut = await picture((await client.images.removeBackground({ image_url, subject })).result_url)
    const seen = middles.map(([x, y]) => cut.at(x / width, y / height)[3])
    expect(seen).toEqual(Array(10).fill(255))
    expect(cut.at(0.01, 0.5)[3]).toBe(0)
  })
})

describe('the flags of the enhancements', () => {
  test('/v1: every shot is a cut-out PNG, for one credit more', async () => {
    const { client, credits } = await app.customer({ credits: 5 })
    const made = await client.photos.enhance({
      image: await upload(client, photo),
      formats: ['square', 'landscape'],
      removeBackground: true,
      upscale: false,
    })
    expect(made).toMatchObject({ creditsUsed: 2, faithfulness: 'retouch', engine: 'local, classical' })
    expect(await credits()).toBe(3)
    for (const [name, ratio] of [
      ['square', 1],
      ['landscape', 16 / 9],
    ] as const) {
      const cut = await picture(made.enhanced[name] as string)
      expect(cut.format).toBe('png')
      expect(cut.width / cut.height).toBeCloseTo(ratio, 1)
      expect(cut.at(0.5, 0.5)[3]).toBe(255)
      expect(cut.at(0.01, 0.01)[3]).toBe(0)
    }
  })

  test('/api: PNG by default, WebP on request, JPEG on white with a warning', async () => {
    const { client } = await app.customer()
    const image_url = await upload(client, photo)
    const options = { remove_background: true }
    for (const [format, written] of [
      [undefined, 'png'],
      ['webp', 'webp'],
    ] as const) {
      const made = await client.images.enhance({ image_url, options, ...(format && { format }) })
      expect(made).toMatchObject({ credits_used: 2, width: 480, height: 320 })
      expect(made.warnings).toEqual([
        { code: 'subject_uncertain', message: expect.stringContaining('not certain which part') },
      ])
      const cut = await picture(made.enhanced_url)
      expect(cut.format).toBe(written)
      expect(cut.at(0.5, 0.5)[3]).toBe(255)
      expect(cut.at(0.01, 0.01)[3]).toBe(0)
    }
    const made = await client.images.enhance({ image_url, options, format: 'jpeg' })
    expect(made.warnings).toContainEqual({
      code: 'flattened_on_white',
      message: expect.stringContaining('placed on white'),
    })
    expect((await picture(made.enhanced_url)).at(0.01, 0.01)).toEqual([255, 255, 255, 255])
  })

  test('the estimate is the charge', async () => {
    const { client } = await app.customer()
    const image_url = await upload(client, photo)
    for (const [path, body] of [
      ['/v1/photos/enhance', { imageUrl: image_url, removeBackground: true }],
      ['/api/enhance', { image_url, options: { remove_background: true } }],
      ['/v1/photos/enhance', { imageUrl: image_url }],
    ] as const) {
      expect(await client.service.estimate({ path, body })).toMatchObject({
        credits: 'removeBackground' in body || 'options' in body ? 2 : 1,
      })
    }
  })

  test('without a dish the whole call is refused, and nothing is charged', async () => {
    const { client, credits } = await app.customer({ credits: 5 })
    const image_url = await upload(client, await plainPng(200, 150))
    const asked = client.images.enhance({ image_url, options: { remove_background: true } })
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'subject_not_found' })
    expect(await credits()).toBe(5)
  })
})
