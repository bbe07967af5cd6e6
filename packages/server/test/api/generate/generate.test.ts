import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ engine: inlineEngine })
})
afterAll(() => app.close())

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const prompt = 'Tonkotsu ramen in a dark bowl, side light'

describe('without any engine set up, pictures from words are marked placeholders', () => {
  test('each has the size that was asked for, says what it is, and costs nothing', async () => {
    const { client, credits, entries } = await app.customer({ credits: 0 })
    const sizes = {
      '4:3': [1024, 768],
      '16:9': [1024, 576],
      '1:1': [1024, 1024],
      '3:4': [768, 1024],
      '9:16': [576, 1024],
    }
    for (const [aspect_ratio, [width, height]] of Object.entries(sizes)) {
      const made = await client.images.generateV2({ prompt, aspect_ratio: aspect_ratio as keyof typeof sizes })
      expect(made).toMatchObject({
        status: 'completed',
        credits_used: 0,
        model: 'preview',
        engine: 'preview',
        faithfulness: 'preview',
        images: [{ width, height }],
      })
      const file = await sharp(await bytesAt(made.images[0]!.url)).metadata()
      expect([file.format, file.width, file.height]).toEqual(['jpeg', width, height])
    }
    expect(await credits()).toBe(0)
    expect((await entries()).filter(({ amount }) => amount !== 0)).toEqual([])
  })

  test('2K and 4K are twice and four times as large, up to 4,096 pixels', async () => {
    const { client } = await app.customer()
    for (const [resolution, width] of [
      ['2K', 2048],
      ['4K', 4096],
    ] as const) {
      const { images } = await client.images.generateV2({ prompt, resolution, aspect_ratio: '16:9' })
      expect(images).toMatchObject([{ width, height: (width * 9) / 16 }])
      expect((await sharp(await bytesAt(images[0]!.url)).metadata()).width).toBe(width)
    }
  })

  test('several of one request differ, and the same request returns the same bytes again', async () => {
    const { client } = await app.customer()
    const make = async (words: string, num_outputs = 2) => {
      const { images } = await client.images.generateV2({ prompt: words, num_outputs })
      return Promise.all(images.map(async ({ url }) => (await bytesAt(url)).toString('base64')))
    }
    const [first, again] = [await make(prompt), await make(prompt)]
    expect(new Set(first).size).toBe(2)
    expect(again).toEqual(first)
    expect((await make('A green salad on slate', 1))[0]).not.toBe(first[0])
  })

  test('the reply says what a placeholder leaves out', async () => {
    const { client } = await app.customer()
    const plain = await client.images.generateV2({ prompt })
    expect(plain.warnings).toEqual([{ code: 'preview', message: expect.stringMatching(/placeholder.*PREVIEW/) }])
    const searching = await client.images.generateV2({ prompt, enable_web_search: true })
    expect(searching.warnings).toEqual([
      ...plain.warnings,
      { code: 'web_search_unused', message: expect.stringMatching(/enable_web_search/) },
    ])
  })

  test('a style beside the prompt is part of what is drawn', async () => {
    const { client } = await app.customer()
    const drawn = async (style?: 'dark_moody') => {
      const { images } = await client.images.generateV2({ prompt, ...(style && { style }) })
      return (await bytesAt(images[0]!.url)).toString('base64')
    }
    expect(await drawn('dark_moody')).not.toBe(await drawn())
  })
})

describe('the older form', () => {
  test('replies in its own shape, with as many pictures as `count`, in the size of the model', async () => {
    const { client, credits } = await app.customer({ credits: 3 })
    const made = await client.images.generate({ prompt, model: 'flux-2-max', aspect_ratio: '4:3', count: 2 })
    const { id, status, credits_used, images, model, created_at, ...more } = made
    expect({ status, credits_used, model }).toEqual({ status: 'completed', credits_used: 0, model: 'preview' })
    expect(images.map(({ width, height }) => [width, height])).toEqual([
      [2048, 1536],
      [2048, 1536],
    ])
    expect([typeof id, Number.isNaN(Date.parse(created_at))]).toEqual(['string', false])
    expect(Object.keys(more).sort()).toEqual(['engine', 'faithfulness', 'warnings'])
    expect(await credits()).toBe(3)
    expect((await client.images.generate({ prompt })).images).toMatchObject([{ width: 1024, height: 1024 }])
  })
})

describe('what is left of it', () => {
  test('the account lists it among its pictures and generations, without an original', async () => {
    const { client } = await app.customer()
    const made = await client.images.generate({ prompt, model: 'seeddream' })
    const [image] = (await client.me.images()).items
    expect(image).toMatchObject({
      photo_id: made.id,
      operation: 'generate',
      original_url: null,
      faithfulness: 'preview',
    })
    const [generation] = (await client.account.generations()).items
    expect(generation).toMatchObject({ id: made.id, prompt, model: 'preview', engine: 'preview', credits_used: 0 })
    await client.me.deleteImage(image!.id)
    expect((await fetch(made.images[0]!.url)).status).toBe(404)
  })

  test('no platform takes a placeholder for a photo of a dish', async () => {
    const { client } = await app.customer()
    const { images } = await client.images.generateV2({ prompt, aspect_ratio: '1:1' })
    const call = client.exports.platform({ image_url: images[0]!.url, platform: 'zomato.item' })
    await expect(call).rejects.toMatchObject({ status: 403, code: 'platform_forbids_generated' })
  })

  test('an estimate says that it is free, and a limit of nothing is kept', async () => {
    const { client } = await app.customer({ credits: 0 })
    const body = { prompt, resolution: '4K', num_outputs: 4 } as const
    const estimate = await client.service.estimate({ path: '/api/generate-v2', body })
    expect(estimate).toMatchObject({ operation: 'generate-v2', credits: 0, affordable: true, deadline_seconds: 300 })
    expect(estimate.estimated_seconds).toBeGreaterThan(1)
    expect((await client.images.generateV2({ prompt }, { maxCredits: 0 })).status).toBe('completed')
  })
})

describe('every door leads to the same pictures', () => {
  let customer: Customer
  const shown = ({ images, engine, model }: { images: { url: string }[]; engine: string; model: string }) =>
    Promise.all(images.map(async ({ url }) => (await bytesAt(url)).toString('base64'))).then((files) => ({
      files,
      engine,
      model,
    }))
  beforeAll(async () => {
    customer = await app.customer()
  })

  test('the mobile call and the jobs of the apps', async () => {
    const { client } = customer
    const direct = await shown(await client.images.generateV2({ prompt, num_outputs: 2 }))
    expect(await shown(await client.mobile.create({ prompt, num_outputs: 2 }))).toEqual(direct)
    for (const door of ['create', 'generate'] as const) {
      const job = await client.mobileJobs[door]({ prompt, num_outputs: 2 })
      expect(typeof job.id).toBe('number')
      expect(await shown(await job.wait())).toEqual(direct)
    }
  })

  test('the queue job generate_image, whose result is that of /api/generate', async () => {
    const { client } = customer
    const params = { prompt, aspect_ratio: '9:16', count: 2 } as const
    const job = await client.jobs.submit('generate_image', params)
    const result = await job.wait()
    expect(Object.keys(result).sort()).toEqual(Object.keys(await client.images.generate(params)).sort())
    expect(await shown(result)).toEqual(await shown(await client.images.generate(params)))
    expect(await client.jobs.status(result.id)).toMatchObject({ status: 'SUCCESS' })
  })
})

test('a request whose connection broke is not made twice under its Idempotency-Key', async () => {
  const { client, runs } = await app.customer()
  const options = { idempotencyKey: 'a-menu-in-words' }
  const first = await client.images.generateV2({ prompt }, options)
  expect(await client.images.generateV2({ prompt }, options)).toEqual(first)
  expect(await runs()).toHaveLength(1)
})

test('references are kept like the originals of every run, and the reply says that they were not followed', async () => {
  const { client } = await app.customer()
  const photo = new Uint8Array(await dishPhoto({ width: 64, height: 48 }))
  const { url } = await client.uploads.create(photo)
  const made = await client.images.generateV2({ prompt, reference_images: Array(14).fill(url) })
  expect(made.warnings).toContainEqual({
    code: 'references_unused',
    message: expect.stringMatching(/reference_images/),
  })
  const [image] = (await client.me.images()).items
  expect(await bytesAt(image!.original_url ?? '')).toEqual(Buffer.from(photo))
})
