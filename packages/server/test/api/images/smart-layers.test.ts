import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a photo gives six masks, each with its coverage, at the price of a cut-out', async () => {
  const { client, credits } = await app.customer({ credits: 10 })
  const { url } = await client.uploads.create(new Uint8Array(await dishPhoto()))
  const result = await client.images.smartLayers({ image_url: url })
  expect(result).toMatchObject({
    status: 'completed',
    credits_used: 1,
    faithfulness: 'faithful',
    width: 640,
    height: 480,
  })
  expect(result.layers.map(({ id }) => id)).toEqual(['dish', 'plate', 'background', 'table', 'highlights', 'shadows'])
  const sum = (ids: readonly string[]) =>
    result.layers.filter(({ id }) => ids.includes(id)).reduce((total, { coverage }) => total + coverage, 0)
  expect(sum(['dish', 'plate', 'background'])).toBeCloseTo(1, 2)
  for (const { id, mask_url, box, method } of result.layers) {
    expect(method).toBe('classical')
    const file = await (await fetch(mask_url)).arrayBuffer()
    const { width, height, format, channels } = await sharp(Buffer.from(file)).metadata()
    expect([id, width, height, format, channels]).toEqual([id, 640, 480, 'png', 1])
    if (box) expect(box.x + box.width).toBeLessThanOrEqual(1.0001)
  }
  expect(await credits()).toBe(9)
})

test('a picture without a dish is refused with what to do, and costs nothing', async () => {
  const black = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const { client, credits } = await app.customer({ credits: 5 })
  const { url } = await client.uploads.create(new Uint8Array(black))
  await expect(client.images.smartLayers({ image_url: url })).rejects.toMatchObject({
    status: 400,
    code: 'subject_not_found',
    message: expect.stringContaining('Point it out with `subject`: a box'),
  })
  expect(await credits()).toBe(5)
})
