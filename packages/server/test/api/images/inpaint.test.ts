import type { Network } from '@platelight/imaging/network-port.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Buffer
const [WIDTH, HEIGHT] = [240, 180]

beforeAll(async () => {
  app = await startApp()
  photo = await dishPhoto({ width: WIDTH, height: HEIGHT })
})
afterAll(() => app.close())

type Client = Awaited<ReturnType<TestApp['customer']>>['client']
const upload = async (client: Client, bytes: Buffer) => (await client.uploads.create(new Uint8Array(bytes))).url
const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const rawOf = (file: Buffer) => sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer()
const plainMask = (background: string) =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .png()
    .toBuffer()
/** A white square on black at a known position, in fractions. */
const maskFile = (width: number, height: number, side = 0.2) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([
      {
        input: {
          create: {
            width: Math.round(side * width),
            height: Math.round(side * height),
            channels: 3,
            background: '#fff',
          },
        },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

test.each(['box', 'mask', 'layer'])('an area given by %s is filled, and no pixel outside it changes', async (kind) => {
  const { client, credits } = await app.customer({ credits: 10 })
  const image_url = await upload(client, photo)
  const area =
    kind === 'box'
      ? { box: { x: 0, y: 0, width: 0.2, height: 0.2 } }
      : kind === 'mask'
        ? { mask_url: await upload(client, await maskFile(WIDTH * 2, HEIGHT * 2)) }
        : { layer: 'dish' as const }
  const made = await client.images.inpaint({ image_url, ...area })
  expect(made).toMatchObject({
    status: 'completed',
    credits_used: 2,
    engine: 'patches',
    faithfulness: 'retouch',
    width: WIDTH,
    height: HEIGHT,
  })
  const file = await fetched(made.result_url)
  expect((await sharp(file).metadata()).format).toBe('png')
  const [before, after] = [await rawOf(photo), await rawOf(file)]
  let [inside, outside] = [0, 0]
  for (let i = 0; i < before.length; i++) {
    const [x, y] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH)]
    const isInside = kind === 'layer' ? Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < 80 : x < 49 && y < 37
    if (before[i] === after[i]) continue
    if (isInside) inside++
    else outside++
  }
  expect(inside).toBeGreaterThan(1000)
  expect(outside).toBe(0)
  expect(await credits()).toBe(8)
})

test('an area that cuts the dish in two warns, and names the box that removes all of it', async () => {
  const radius = 0.38 * HEIGHT
  /** Sees the drawn dish on squares of any side. */
  const cutout: Network = {
    engine: 'drawn',
    anySize: true,
    run: async ({ dims: [, , , side = 0] }) => {
      const away = (i: number) => Math.hypot(((i % side) / side - 0.5) * WIDTH, (i / side / side - 0.5) * HEIGHT)
      const data = Float32Array.from({ length: side * side }, (_, i) => (away(i) < radius ? 1 : 0))
      return { data, dims: [1, 1, side, side] }
    },
  }
  const own = await startApp({ networks: { find: async (use) => (use === 'cutout' ? cutout : undefined) } })
  onTestFinished(() => own.close())
  const { client } = await own.customer()
  const image_url = await upload(client, photo)
  const warningsOf = async (box: Record<'x' | 'y' | 'width' | 'height', number>) =>
    JSON.stringify((await client.images.inpaint({ image_url, box })).warnings)
  const advice = await warningsOf({ x: 0.15, y: 0.05, width: 0.37, height: 0.9 })
  expect(advice).toContain('only a part of an object')
  const [x = 0, y = 0, width = 0, height = 0] = (advice.match(/\d\.\d\d/g) ?? []).map(Number)
  expect(width).toBeCloseTo((2 * radius) / WIDTH, 1)
  const whole = await warningsOf({ x: x - 0.02, y: y - 0.02, width: width + 0.04, height: height + 0.04 })
  expect(whole).not.toContain('only a part of an object')
})

test('a format other than PNG warns that the whole picture is compressed again', async () => {
  const { client } = await app.customer()
  const box = { x: 0, y: 0, width: 0.1, height: 0.1 }
  const { warnings, result_url } = await client.images.inpaint({
    image_url: await upload(client, photo),
    box,
    format: 'jpeg',
  })
  expect(warnings).toContainEqual({
    code: 'outside_recompressed',
    message: expect.stringMatching(/compressed again/),
  })
  expect((await sharp(await fetched(result_url)).metadata()).format).toBe('jpeg')
})

test('a prompt needs a generator: without one it is refused with what to do, also by the estimate, and costs nothing', async () => {
  const { client, credits } = await app.customer({ credits: 10 })
  const body = {
    image_url: await upload(client, photo),
    box: { x: 0, y: 0, width: 0.2, height: 0.2 },
    prompt: 'a lemon',
  }
  const refused = { status: 503, code: 'engine_unavailable' }
  await expect(client.images.inpaint(body)).rejects.toMatchObject(refused)
  await expect(client.images.inpaint(body)).rejects.toThrow(
    /PLATELIGHT_ENGINE_SYNTHESIS\): a lemon\. Nothing was done or charged\./,
  )
  await expect(client.service.estimate({ path: '/api/inpaint', body })).rejects.toMatchObject(refused)
  expect(await credits()).toBe(10)
})

test('none or two of mask, box and layer are refused, and the message names all three', async () => {
  const { client } = await app.customer({ credits: 10 })
  const image_url = await upload(client, photo)
  const box = { x: 0, y: 0, width: 0.2, height: 0.2 }
  const refused = (msg: string) => ({ status: 422, detail: [{ loc: ['body'], msg, type: 'oneOf' }] })
  await expect(client.images.inpaint({ image_url } as never)).rejects.toMatchObject(
    refused('must have exactly one of mask_url, box and layer, but has none of them'),
  )
  await expect(client.images.inpaint({ image_url, box, layer: 'dish' } as never)).rejects.toMatchObject(
    refused('must have exactly one of mask_url, box and layer, but has box and layer'),
  )
})

test.each([
  ['a mask that is all black', 'area_empty', () => plainMask('#000')],
  ['a mask that is all white', 'nothing_to_fill_from', () => plainMask('#fff')],
  ['a mask of another shape', 'mask_aspect', () => maskFile(200, 200)],
  ['a mask that is no picture', 'unsupported_image', async () => Buffer.from('not a picture at all')],
])('%s is refused by name, and costs nothing', async (_, code, mask) => {
  const { client, credits } = await app.customer({ credits: 10 })
  const image_url = await upload(client, photo)
  const mask_url =
    code === 'unsupported_image'
      ? `data:image/png;base64,${(await mask()).toString('base64')}`
      : await upload(client, await mask())
  const asked = client.images.inpaint({ image_url, mask_url })
  await expect(asked).rejects.toMatchObject({ status: 400 })
  if (code !== 'unsupported_image') {
    await expect(asked).rejects.toMatchObject({ code })
    await expect(asked).rejects.toThrow(/mask_url/)
  }
  expect(await credits()).toBe(10)
})

test('a mask with another aspect is refused with both sizes', async () => {
  const { client } = await app.customer({ credits: 10 })
  const body = { image_url: await upload(client, photo), mask_url: await upload(client, await maskFile(200, 200)) }
  await expect(client.images.inpaint(body)).rejects.toMatchObject({
    details: { field: 'mask_url', maskSize: { width: 200, height: 200 }, imageSize: { width: WIDTH, height: HEIGHT } },
  })
})

test.each([
  ['one pixel, boxed', () => plainPng(1, 1), { box: { x: 0, y: 0, width: 1, height: 1 } }, 'nothing_to_fill_from'],
  ['a box of everything', () => photo, { box: { x: 0, y: 0, width: 1, height: 1 } }, 'nothing_to_fill_from'],
  ['a box that begins at the edge', () => photo, { box: { x: 1, y: 0, width: 0.5, height: 1 } }, 'area_empty'],
  ['all that is not the dish', () => photo, { layer: 'background' as const }, 'nothing_to_fill_from'],
  ['the dish of a picture without one', () => plainPng(90, 60), { layer: 'dish' as const }, 'subject_not_found'],
])('%s is refused, and costs nothing', async (_, picture, area, code) => {
  const { client, credits } = await app.customer({ credits: 10 })
  const image_url = await upload(client, await picture())
  await expect(client.images.inpaint({ image_url, ...area })).rejects.toMatchObject({ status: 400, code })
  expect(await credits()).toBe(10)
})

test('a transparent picture has nothing to fill', async () => {
  const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const { client } = await app.customer({ credits: 10 })
  const image_url = await upload(client, clear)
  const box = { x: 0.2, y: 0.2, width: 0.2, height: 0.2 }
  await expect(client.images.inpaint({ image_url, box })).rejects.toMatchObject({ code: 'area_empty' })
})
