import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
let image_url: string
let logo_url: string
const [WIDTH, HEIGHT] = [480, 360]
const RED = { r: 200, g: 10, b: 20 }

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 200 })
  image_url = await upload(await dishPhoto({ width: WIDTH, height: HEIGHT }))
  logo_url = await upload(await badge())
})
afterAll(() => app.close())

const upload = async (bytes: Uint8Array) => (await customer.client.uploads.create(new Uint8Array(bytes))).url
/** A red square with a transparent border. */
const badge = () =>
  sharp({ create: { width: 60, height: 60, channels: 4, background: { ...RED, alpha: 1 } } })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
const pixelsAt = async (url: string) =>
  sharp(Buffer.from(await (await fetch(url)).arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
const chat = (instruction: string, more: object = {}) =>
  customer.client.mobile.chatEdit({ image_url, instruction, format: 'png', ...more })
/** The photo, by steps that cancel each other. */
const original = async () =>
  pixelsAt((await chat('rotate 180 degrees, then flip vertically, then mirror horizontally')).result_url)

/** The box of the pixels that differ, as shares of the picture. */
async function changed(url: string) {
  const [{ data: before }, { data: after, info }] = [await original(), await pixelsAt(url)]
  const box = { left: 1, top: 1, right: 0, bottom: 0, count: 0 }
  for (let i = 0; i < info.width * info.height; i++) {
    const difference = [0, 1, 2].some((c) => Math.abs(before[3 * i + c]! - after[3 * i + c]!) > 40)
    if (!difference) continue
    const [x, y] = [(i % info.width) / info.width, Math.floor(i / info.width) / info.height]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    box.count++
  }
  return box
}

/** How many pixels have a colour, by default that of the badge, and where their middle is. */
async function pixelsOf(url: string, { r: red, g: green, b: blue } = RED) {
  const { data, info } = await pixelsAt(url)
  const sum = { count: 0, x: 0, y: 0 }
  for (let i = 0; i < info.width * info.height; i++) {
    const [r = 0, g = 0, b = 0] = data.subarray(3 * i, 3 * i + 3)
    if (Math.abs(r - red) > 25 || Math.abs(g - green) > 25 || Math.abs(b - blue) > 25) continue
    sum.count++
    sum.x += (i % info.width) / info.width
    sum.y += Math.floor(i / info.width) / info.height
  }
  return { count: sum.count, x: sum.x / sum.count, y: sum.y / sum.count }
}

describe('text in quotation marks', () => {
  test('is written at the place that the instruction names, and nothing else changes', async () => {
    const made = await chat('write "Today only" at the bottom')
    expect(made).toMatchObject({ width: WIDTH, height: HEIGHT, credits_used: 1, faithfulness: 'retouch', warnings: [] })
    expect(made.steps).toEqual([{ step: 'Write “Today only” at the bottom', status: 'done' }])
    const bottom = await changed(made.result_url)
    expect(bottom.count).toBeGreaterThan(200)
    expect(bottom.top).toBeGreaterThan(0.8)
    expect(Math.abs((bottom.left + bottom.right) / 2 - 0.5)).toBeLessThan(0.03)
    const corner = await changed((await chat('scrivi "Oggi" in alto a sinistra')).result_url)
    expect(corner.bottom).toBeLessThan(0.2)
    expect(corner.right).toBeLessThan(0.4)
    const arabic = await changed((await chat('اكتب "طازج" في الأسفل')).result_url)
    expect(arabic.top).toBeGreaterThan(0.75)
  })

  test('has the size and the colour that the instruction names, and is readable where it names none', async () => {
    const [small, large] = [
      await changed((await chat('write "Soup" small at the top')).result_url),
      await changed((await chat('write "Soup" big at the top')).result_url),
    ]
    expect(large.bottom - large.top).toBeGreaterThan(2 * (small.bottom - small.top))
    const named = { r: 0x2b, g: 0x5f, b: 0xa8 }
    const blue = await pixelsOf((await chat('write "Soup" big at the top in blue')).result_url, named)
    expect(blue.count).toBeGreaterThan(200)
    const brightness = async (background: string, wanted: 'max' | 'min') => {
      const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .png()
        .toBuffer()
      const made = await customer.client.mobile.chatEdit({
        image_url: await upload(plain),
        instruction: 'write "Soup" at the top',
        format: 'png' as const,
      })
      return (
        await sharp((await pixelsAt(made.result_url)).data, { raw: { width: 300, height: 200, channels: 3 } }).stats()
      ).channels[1]![wanted]
    }
    expect(await brightness('#202020', 'max')).toBeGreaterThan(240)
    expect(await brightness('#f0f0f0', 'min')).toBeLessThan(60)
  })

  test('of several parts stands line below line, and a long text gets smaller letters', async () => {
    const two = await chat('write "Soup" at the top and "6 €" at the top')
    expect(two.steps).toEqual([{ step: 'Write “Soup / 6 €” at the top', status: 'done' }])
    const long = await changed((await chat(`write "${'fresh every day '.repeat(12)}" in the middle`)).result_url)
    expect(long.left).toBeGreaterThan(0.01)
    expect(long.right).toBeLessThan(0.99)
  })

  test('lies behind what the instruction says not to touch', async () => {
    const made = await chat('write "Soup Soup Soup" big in the middle, but do not touch the dish')
    const [{ data: before }, { data: after }] = [await original(), await pixelsAt(made.result_url)]
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      if (Math.hypot((i % WIDTH) - WIDTH / 2, Math.floor(i / WIDTH) - HEIGHT / 2) > 40) continue
      expect(after.subarray(3 * i, 3 * i + 3)).toEqual(before.subarray(3 * i, 3 * i + 3))
    }
  })

  test('comes after every crop, also that of a platform, and a platform that forbids it says so', async () => {
    const made = await chat('write "Today only" at the bottom, crop it for DoorDash', { format: undefined })
    expect(made.width / made.height).toBeCloseTo(16 / 9, 1)
    expect(made.warnings).toContainEqual({
      code: 'platform_forbids_marks',
      message: expect.stringContaining('DoorDash, dish refuses photos with a text on them'),
    })
    expect(made.steps.map(({ status }) => status)).toEqual(['done', 'done'])
    const { data, info } = await pixelsAt(made.result_url)
    const strip = await sharp(data, { raw: info })
      .extract({
        left: 0,
        top: Math.round(0.85 * info.height),
        width: info.width,
        height: Math.floor(0.13 * info.height),
      })
      .stats()
    expect(strip.channels[2]!.max).toBeGreaterThan(240)
  })
})

describe('a logo', () => {
  test('is placed where the instruction says, with its transparency, and costs nothing more', async () => {
    const made = await chat('put our logo in the top left corner', { logo_url })
    expect(made).toMatchObject({ credits_used: 1, faithfulness: 'retouch' })
    expect(made.steps).toEqual([{ step: 'Place the logo at the top left', status: 'done' }])
    const { count, x, y } = await pixelsOf(made.result_url)
    // A square logo is 0.7 of 22 % of the short side high, and 60 % of each side of it is red.
    const side = 0.6 * 0.7 * 0.22 * HEIGHT
    expect(count / side ** 2).toBeGreaterThan(0.8)
    expect(count / side ** 2).toBeLessThan(1.2)
    expect(x).toBeLessThan(0.2)
    expect(y).toBeLessThan(0.25)
  })

  test('that the instruction does not mention is placed at the bottom right', async () => {
    const made = await chat('a bit warmer', { logo_url })
    expect(made.steps).toEqual([
      { step: 'Warmer by 15 %', status: 'done' },
      { step: 'Place the logo at the bottom right', status: 'done' },
    ])
    const { x, y } = await pixelsOf(made.result_url)
    expect(x).toBeGreaterThan(0.8)
    expect(y).toBeGreaterThan(0.75)
  })

  test('is placed on every picture of an edit, also without a prompt, and is not charged', async () => {
    const other = await upload(await dishPhoto({ width: 300, height: 300 }))
    const made = await customer.client.images.edit({ image_urls: [image_url, other], logo_url, format: 'png' })
    expect(made).toMatchObject({
      credits_used: 2,
      steps: [{ step: 'Place the logo at the bottom right', status: 'done' }],
    })
    expect(made.images.map(({ index }) => index)).toEqual([0, 1])
    for (const { url } of made.images) expect((await pixelsOf(url)).count).toBeGreaterThan(100)
  })

  test('that cannot be read is named, and nothing is charged', async () => {
    const credits = await customer.credits()
    const missing = `${new URL(image_url).origin}/media/uploads/none.png`
    for (const url of [missing, 'ftp://example.com/logo.png']) {
      await expect(chat('warmer', { logo_url: url })).rejects.toMatchObject({
        status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
        message: expect.stringContaining('logo_url'),
      })
    }
    expect(await customer.credits()).toBe(credits)
  })

  test('and text at the same place contradict each other', async () => {
    await expect(
      chat('write "Soup" in the top left corner and put our logo in the top left corner', { logo_url }),
    ).rejects.toMatchObject({ status: 400, code: 'instruction_refused' })
  })

  test('that is asked for and not sent is skipped with partial, with the way out', async () => {
    const made = await chat('warmer, and put our logo in the corner', { partial: true })
    expect(made.steps).toEqual([
      { step: 'Warmer by 30 %', status: 'done' },
      { step: 'Place the logo at the bottom right', status: 'skipped', reason: expect.stringContaining('logo_url') },
    ])
  })
})
