import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
beforeAll(async () => {
  app = await startApp()
  customer = await app.customer()
})
afterAll(() => app.close())

const [WIDTH, HEIGHT] = [240, 180]
const TABLE = { x: 0, y: 0, width: 0.12, height: 0.2 }
const upload = async (bytes: Uint8Array) => (await customer.client.uploads.create(new Uint8Array(bytes))).url
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

describe('an edit of the background never changes a pixel of the dish', () => {
  const photo = async () => dishPhoto({ width: WIDTH, height: HEIGHT, format: 'png' })
  const pixelsAt = async (url: string) => {
    const { data, info } = await sharp(await bytesAt(url))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  type Picture = Awaited<ReturnType<typeof pixelsAt>>
  /** The number of pixels that differ on the plate, which is drawn in the middle, and around it. */
  const changes = (before: Picture, after: Picture) => {
    expect([after.width, after.height]).toEqual([before.width, before.height])
    const counts = { dish: 0, around: 0 }
    const radius = Math.min(WIDTH, HEIGHT) * 0.38
    for (let i = 0; i < before.width * before.height; i++) {
      const away = Math.hypot((i % before.width) - WIDTH / 2, Math.floor(i / before.width) - HEIGHT / 2)
      if (before.data.subarray(4 * i, 4 * i + 4).equals(after.data.subarray(4 * i, 4 * i + 4))) continue
      if (away < radius - 1) counts.dish++
      else if (away > radius + 1) counts.around++
    }
    return counts
  }

  test('when smart-edit darkens the background', async () => {
    const ask = { image_url: await upload(await photo()), format: 'png' } as const
    const alone = await customer.client.images.smartEdit(ask)
    const separated = await customer.client.images.smartEdit({ ...ask, separate_background: true })
    expect([alone.faithfulness, separated.faithfulness]).toEqual(['faithful', 'retouch'])
    const { dish, around } = changes(await pixelsAt(alone.result_url), await pixelsAt(separated.result_url))
    expect(dish).toBe(0)
    expect(around).toBeGreaterThan(0.1 * WIDTH * HEIGHT)
  })

  test('when something on the table is removed', async () => {
    const before = await upload(await photo())
    const made = await customer.client.images.inpaint({ image_url: before, box: TABLE })
    const { dish, around } = changes(await pixelsAt(before), await pixelsAt(made.result_url))
    expect(dish).toBe(0)
    expect(around).toBeGreaterThan(0)
    expect(around).toBeLessThanOrEqual(Math.ceil(TABLE.width * WIDTH) * Math.ceil(TABLE.height * HEIGHT))
  })

  test("when the dish is cut out: the remaining food has the photo's own pixels", async () => {
    const before = await upload(await photo())
    const made = await customer.client.images.removeBackground({ image_url: before })
    const [photoPixels, cut] = [await pixelsAt(before), await pixelsAt(made.result_url)]
    let [whole, changed] = [0, 0]
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const away = Math.hypot((i % WIDTH) - WIDTH / 2, Math.floor(i / WIDTH) - HEIGHT / 2)
      if (away > Math.min(WIDTH, HEIGHT) * 0.34) continue
      whole++
      if (!photoPixels.data.subarray(4 * i, 4 * i + 4).equals(cut.data.subarray(4 * i, 4 * i + 4))) changed++
    }
    expect(whole).toBeGreaterThan(8_000)
    expect(changed).toBe(0)
  })
})
