import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Buffer

beforeAll(async () => {
  app = await startApp()
  photo = await dishPhoto({ width: 240, height: 180 })
})
afterAll(() => app.close())

type Client = Awaited<ReturnType<TestApp['customer']>>['client']
const upload = async (client: Client, bytes: Buffer) => (await client.uploads.create(new Uint8Array(bytes))).url
const rgbAt = async (url: string) =>
  sharp(Buffer.from(await (await fetch(url)).arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

test('it costs one credit, keeps the size, and has the usual reply', async () => {
  const { client, credits, events } = await app.customer({ credits: 10 })
  const made = await client.images.relight({ image_url: await upload(client, photo), format: 'png' })
  expect(made).toMatchObject({
    status: 'completed',
    credits_used: 1,
    original_url: expect.stringContaining(app.url),
    result_url: expect.stringContaining(`${app.url}/files/`),
    width: 240,
    height: 180,
    engine: 'classical',
    faithfulness: 'retouch',
  })
  expect(await credits()).toBe(9)
  expect(await events()).toEqual([])
})

test('a light on the left and one on the right light the dish from there', async () => {
  const { client } = await app.customer()
  const image_url = await upload(client, photo)
  const ratio = async (direction: 'left' | 'right') => {
    const made = await client.images.relight({ image_url, direction, format: 'png' })
    const { data, info } = await rgbAt(made.result_url)
    const sums = [0, 0]
    for (let y = 40; y < 140; y++)
      for (let x = 60; x < 180; x++) sums[x < 120 ? 0 : 1]! += data[(y * info.width + x) * 3 + 1]!
    return sums[0]! / sums[1]!
  }
  expect(await ratio('left')).toBeGreaterThan(1.15 * (await ratio('right')))
})

test('a value out of range is refused with the field, and nothing is charged', async () => {
  const { client, credits } = await app.customer({ credits: 10 })
  const image_url = await upload(client, photo)
  await expect(client.images.relight({ image_url, strength: 2 })).rejects.toMatchObject({ status: 422 })
  await expect(client.images.relight({ image_url, direction: 'below' as never })).rejects.toMatchObject({ status: 422 })
  expect(await credits()).toBe(10)
})

test('a picture without a dish is lit as a whole, and the reply says so', async () => {
  const { client } = await app.customer()
  const made = await client.images.relight({ image_url: await upload(client, await plainPng(64, 48)) })
  expect(made.warnings).toContainEqual({ code: 'dish_not_found', message: expect.stringMatching(/No dish was found/) })
})
