import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishOnTiles, dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 2 })
})
afterAll(() => app.close())

const upload = async (bytes: Uint8Array) => (await customer.client.uploads.create(new Uint8Array(bytes))).url

/** Grey values of an outline at places in fractions of it. */
async function greysAt(
  { mask, width }: { mask: string; width: number },
  places: readonly (readonly [number, number])[],
) {
  const { data, info } = await sharp(Buffer.from(mask.split(',')[1] ?? '', 'base64'))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.width).toBe(width)
  return places.map(([x, y]) => data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)])
}
const DISH = [0.5, 0.5] as const
const TABLE = [0.05, 0.05] as const

test('the outline of a dish is found for nothing, at most 1,024 pixels large, and leaves nothing', async () => {
  const image_url = await upload(await dishPhoto({ width: 1600, height: 1200 }))
  const found = await customer.client.images.findSubject({ image_url })
  expect(found).toMatchObject({ width: 1024, height: 768, warnings: expect.any(Array) })
  expect(found.confidence).toBeGreaterThan(0.5)
  expect(await greysAt(found, [DISH, TABLE])).toEqual([255, 0])
  expect((await customer.client.me.images()).items).toEqual([])
})

test('a photo that is not clear is refused with the way out, and a stroke shows the dish', async () => {
  const image_url = await upload(await dishOnTiles())
  await expect(customer.client.images.findSubject({ image_url })).rejects.toMatchObject({ code: 'subject_not_found' })
  const subject = {
    strokes: [
      {
        kind: 'keep' as const,
        points: [
          { x: 0.35, y: 0.45 },
          { x: 0.65, y: 0.55 },
        ],
      },
    ],
  }
  const found = await customer.client.images.findSubject({ image_url, subject })
  expect(await greysAt(found, [DISH, TABLE])).toEqual([255, 0])
})

test('what strokes and a box say holds for the outline and for the cut-out', async () => {
  const image_url = await upload(await dishPhoto({ width: 400, height: 300 }))
  const stroke = (kind: 'keep' | 'drop', ...xs: number[]) => ({ kind, points: xs.map((x) => ({ x, y: 0.5 })) })
  const strokes = [stroke('keep', 0.56, 0.6), stroke('drop', 0.4, 0.44)]
  // The box cuts the plate, which ends at 0.78.
  const box = { x: 0.2, y: 0.1, width: 0.5, height: 0.8 }
  for (const [subject, places, greys] of [
    [{ strokes }, [[0.42, 0.5], [0.58, 0.5], TABLE], [0, 255, 0]],
    [{ box }, [DISH, [0.74, 0.5], TABLE], [255, 0, 0]],
  ] as const) {
    const found = await customer.client.images.findSubject({ image_url, subject })
    expect(await greysAt(found, places)).toEqual(greys)
    const { result_url } = await customer.client.images.removeBackground({ image_url, subject })
    const cutOut = await sharp(await (await fetch(result_url)).arrayBuffer())
      .extractChannel('alpha')
      .png()
      .toBuffer()
    const mask = `data:image/png;base64,${cutOut.toString('base64')}`
    expect(await greysAt({ mask, width: 400 }, places)).toEqual(greys)
  }
})

test('what is no photo and what is plain are refused', async () => {
  const noPhoto = `${app.url}/favicon.svg`
  await expect(customer.client.images.findSubject({ image_url: noPhoto })).rejects.toMatchObject({ status: 400 })
  const plain = await upload(await plainPng(64, 64))
  await expect(customer.client.images.findSubject({ image_url: plain })).rejects.toMatchObject({
    code: 'subject_not_found',
  })
})
