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

test('it costs two credits and returns a picture of the requested aspect', async () => {
  const { client, credits } = await app.customer({ credits: 10 })
  const image_url = await upload(client, photo)
  const made = await client.images.heroShot({ image_url, backdrop: 'slate', aspect_ratio: '16:9' })
  expect(made).toMatchObject({ status: 'completed', credits_used: 2, engine: 'classical', faithfulness: 'retouch' })
  expect(made.width / made.height).toBeCloseTo(16 / 9, 2)
  const { format, width, height } = await sharp(
    Buffer.from(await (await fetch(made.result_url)).arrayBuffer()),
  ).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: made.width, height: made.height })
  expect(await credits()).toBe(8)
})

test('a prompt needs a generator: without one it is refused with what to do, also by the estimate, and costs nothing', async () => {
  const { client, credits } = await app.customer({ credits: 10 })
  const body = { image_url: await upload(client, photo), prompt: 'on a beach at sunset' }
  const refused = { status: 503, code: 'engine_unavailable', details: { capability: 'synthesis' } }
  await expect(client.images.heroShot(body)).rejects.toMatchObject(refused)
  await expect(client.images.heroShot(body)).rejects.toThrow(/on a beach at sunset.*Leave them out/)
  await expect(client.service.estimate({ path: '/api/hero-shot', body })).rejects.toMatchObject(refused)
  expect(await credits()).toBe(10)
  expect((await client.images.heroShot({ ...body, prompt: '  ' })).status).toBe('completed')
})

test('a picture without a dish is refused with what to do, and costs nothing', async () => {
  const { client, credits } = await app.customer({ credits: 10 })
  const image_url = await upload(client, await plainPng(64, 48))
  await expect(client.images.heroShot({ image_url })).rejects.toMatchObject({ status: 400, code: 'subject_not_found' })
  expect(await credits()).toBe(10)
})
