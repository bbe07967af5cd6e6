import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'

const [WIDTH, HEIGHT] = [360, 240]
const LARGE = { x: 108, y: 120, radius: 66 }
const SMALL = { x: 276, y: 138, radius: 42 }
const boxOf = ({ x, y, radius }: typeof LARGE) => ({
  x: (x - radius) / WIDTH,
  y: (y - radius) / HEIGHT,
  width: (2 * radius) / WIDTH,
  height: (2 * radius) / HEIGHT,
})
const pointOf = ({ x, y }: typeof LARGE) => ({ x: x / WIDTH, y: y / HEIGHT })
const BARE = { x: 0.4, y: 0, width: 0.1, height: 0.1 }

type Colour = readonly [number, number, number]
const drawn = (colourAt: (x: number, y: number) => Colour) => {
  const data = Buffer.alloc(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.set(colourAt(i % WIDTH, Math.floor(i / WIDTH)), 3 * i)
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer()
}
/** Two red dishes on pale plates. */
const twoDishes = () =>
  drawn((x, y) => {
    const plate = [LARGE, SMALL].find((one) => Math.hypot(x - one.x, y - one.y) < one.radius)
    if (!plate) return [47, 59, 53]
    return Math.hypot(x - plate.x, y - plate.y) < 0.6 * plate.radius ? [181, 72, 42] : [242, 239, 232]
  })
/** A table of coloured stripes with a dish in the same colours, on a plate that has one of them. */
const clutter = () =>
  drawn((x, y) => {
    const away = Math.hypot(x - LARGE.x, y - LARGE.y) / LARGE.radius
    if (away > 0.9 && away < 1) return [206, 170, 110]
    const stripe = Math.sin((x + 2 * y) / 11) + Math.sin((3 * x - y) / 19)
    return stripe > 0.5 ? [181, 72, 42] : stripe > -0.5 ? [60, 90, 50] : [206, 170, 110]
  })

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Client = Awaited<ReturnType<TestApp['customer']>>['client']
const upload = async (client: Client, bytes: Buffer) => (await client.uploads.create(new Uint8Array(bytes))).url
async function customer(draw: () => Promise<Buffer>, credits = 10) {
  const made = await app.customer({ credits })
  return { ...made, image_url: await upload(made.client, await draw()) }
}

async function alphaOf(url: string) {
  const { data, info } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return ({ x, y }: { x: number; y: number }) => data[4 * (y * info.width + x) + 3]
}

describe('subject', () => {
  test.each([
    ['a box', { box: boxOf(SMALL) }],
    ['a point', { point: pointOf(SMALL) }],
  ])('as %s says which of two dishes is cut out', async (_, subject) => {
    const { client, image_url } = await customer(twoDishes)
    const alphaAt = await alphaOf((await client.images.removeBackground({ image_url, subject })).result_url)
    expect([alphaAt(LARGE), alphaAt(SMALL)]).toEqual([0, 255])
  })

  test('is taken by every operation that looks for the dish, at the same price', async () => {
    const { client, image_url } = await customer(twoDishes)
    const subject = { point: pointOf(SMALL) }
    for (const [path, body] of [
      ['/api/remove-background', { image_url }],
      ['/api/hero-shot', { image_url }],
      ['/api/smart-layers', { image_url }],
      ['/api/relight', { image_url }],
      ['/api/ai-enhance', { image_url }],
      ['/api/smart-edit', { image_url }],
      ['/api/inpaint', { image_url, layer: 'dish' }],
      ['/api/platform-optimize', { image_url, platform: 'ubereats.item' }],
      ['/api/export/platform', { image_url, platform: 'ubereats.item' }],
      ['/api/enhance', { image_url }],
      ['/v1/photos/enhance', { imageUrl: image_url }],
      ['/api/process', { image_urls: [image_url], steps: ['remove_background'] }],
    ] as const) {
      const { credits } = await client.service.estimate({ path, body })
      expect((await client.service.estimate({ path, body: { ...body, subject } })).credits, path).toBe(credits)
      const wrong = client.service.estimate({ path, body: { ...body, subject: { point: { x: 2, y: 0 } } } })
      await expect(wrong, path).rejects.toMatchObject({ status: 422 })
    }
  })

  test('limits the layers and the area of an inpaint to one dish', async () => {
    const { client, image_url } = await customer(twoDishes)
    const subject = { box: boxOf(SMALL) }
    const { layers } = await client.images.smartLayers({ image_url, subject })
    const background = layers.find(({ id }) => id === 'background')
    expect(1 - (background?.coverage ?? 1)).toBeCloseTo((Math.PI * SMALL.radius ** 2) / (WIDTH * HEIGHT), 1)
    const { result_url } = await client.images.inpaint({ image_url, layer: 'plate', subject })
    const { data } = await sharp(Buffer.from(await (await fetch(result_url)).arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data.subarray(3 * (LARGE.y * WIDTH + LARGE.x)).subarray(0, 3)]).toEqual([181, 72, 42])
  })

  test('places a crop', async () => {
    const { client, image_url } = await customer(twoDishes)
    const middleOf = async (subject: { point: { x: number; y: number } }) => {
      const photo = { image: image_url, formats: ['portrait' as const], upscale: false, subject }
      const { enhanced } = await client.photos.enhance(photo)
      const { data, info } = await sharp(Buffer.from(await (await fetch(enhanced.portrait ?? '')).arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const at = 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2))
      return { red: data[at] ?? 0, blue: data[at + 2] ?? 0 }
    }
    for (const dish of [SMALL, LARGE]) {
      const { red, blue } = await middleOf({ point: pointOf(dish) })
      expect(red).toBeGreaterThan(blue + 60)
    }
  })

  test('is stored with the run, and another one is another request for an idempotency key', async () => {
    const { client, image_url } = await customer(twoDishes)
    const options = { idempotencyKey: 'one-key' }
    await client.images.relight({ image_url, subject: { point: pointOf(SMALL) } }, options)
    const again = client.images.relight({ image_url, subject: { point: pointOf(LARGE) } }, options)
    await expect(again).rejects.toMatchObject({ status: 422 })
  })
})

describe('a request with a wrong subject names the field', () => {
  test.each([
    [{}, ['body', 'subject'], /must have exactly one of box, point and strokes, but has none of them/],
    [
      { box: boxOf(SMALL), point: pointOf(SMALL) },
      ['body', 'subject'],
      /exactly one of box, point and strokes, but has box and point/,
    ],
    [{ box: { x: 0, y: 0, width: 0, height: 1 } }, ['body', 'subject', 'box', 'width'], /must be > 0/],
    [{ point: { x: 0.5, y: 1.5 } }, ['body', 'subject', 'point', 'y'], /must be <= 1/],
  ])('%j', async (subject, loc, message) => {
    const { client, image_url } = await customer(twoDishes)
    await expect(client.images.removeBackground({ image_url, subject } as never)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc, msg: expect.stringMatching(message) }],
    })
  })

  test('also where a form carries it as JSON text', async () => {
    const { client } = await app.customer()
    const image = new Uint8Array(await twoDishes())
    const sent = (subject: string) => client.mobile.enhance({ image, subject } as never)
    await expect(sent('{"point":')).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'subject'] }] })
    await expect(sent('{"point":{"x":2,"y":0}}')).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'subject', 'point', 'x'] }],
    })
    await expect(sent('{"point":{"x":0.7,"y":0.5}}')).resolves.toMatchObject({})
  })
})

describe('a dish that cannot be told from its surroundings', () => {
  const refused = {
    status: 400,
    code: 'subject_not_found',
    message: expect.stringContaining('`subject`: a box around it'),
  }

  test.each([
    ['remove-background', (client: Client, image_url: string) => client.images.removeBackground({ image_url })],
    ['hero-shot', (client: Client, image_url: string) => client.images.heroShot({ image_url })],
    ['smart-layers', (client: Client, image_url: string) => client.images.smartLayers({ image_url })],
    ['inpaint of a layer', (client: Client, image_url: string) => client.images.inpaint({ image_url, layer: 'dish' })],
    [
      'enhance with remove_background',
      (client: Client, image_url: string) => client.images.enhance({ image_url, options: { remove_background: true } }),
    ],
  ])('is refused by %s with a way out, and nothing is charged', async (_, ask) => {
    const { client, credits, image_url } = await customer(clutter, 5)
    await expect(ask(client, image_url)).rejects.toMatchObject(refused)
    expect(await credits()).toBe(5)
  })

  test('a box around nothing is refused, says so, and is not charged', async () => {
    const { client, credits, image_url } = await customer(twoDishes, 5)
    await expect(client.images.removeBackground({ image_url, subject: { box: BARE } })).rejects.toMatchObject({
      status: 400,
      code: 'subject_not_found',
      message: expect.stringContaining('where `subject` points'),
    })
    expect(await credits()).toBe(5)
  })

  test('is no reason to refuse a crop or a light', async () => {
    const { client, image_url } = await customer(clutter)
    await client.exports.platform({ image_url, platform: 'ubereats.item' })
    await client.exports.platform({ image_url, platform: 'ubereats.item', subject: { box: BARE } })
    await client.images.relight({ image_url, subject: { box: BARE } })
    await client.images.aiEnhance({ image_url })
  })

  test('is lit with a warning', async () => {
    const { client, image_url } = await customer(clutter)
    const { warnings } = await client.images.relight({ image_url })
    expect(warnings.map(({ message }) => message).join()).toMatch(/dish/)
  })
})
