import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import type { Network, Networks } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { blurredBy, defocus, drawLeaves } from '@platelight/imaging/testing/leaves.ts'
import { fakeUpscaler } from '@platelight/imaging/testing/stand-in-upscaler.ts'
import type { BatchResult } from '@platelight/sdk'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { plainPng } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
const [WIDTH, HEIGHT] = [160, 128]
const crisp = drawLeaves(WIDTH, HEIGHT, 5)
const blurry = blurredBy(crisp, defocus(3), 4)

beforeAll(async () => {
  app = await startApp({ engine: inlineEngine })
})
afterAll(() => app.close())

/** Lossless. */
const fileOf = ({ data, width, height, channels }: Pixels) =>
  sharp(data, { raw: { width, height, channels } }).png().toBuffer()

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const upload = async (client: Awaited<ReturnType<TestApp['customer']>>['client'], bytes: Buffer) =>
  (await client.uploads.create(new Uint8Array(bytes))).url

/** Variance of the differences between neighbours: how much fine detail there is. */
const detail = ({ data }: { data: Uint8Array }) => {
  let sum = 0
  for (let i = 3; i < data.length; i++) sum += (data[i]! - data[i - 3]!) ** 2
  return sum / data.length
}

test('a photo out of focus becomes sharper, for one credit, with the usual reply', async () => {
  const { client, credits, events } = await app.customer({ credits: 5 })
  const image_url = await upload(client, await fileOf(blurry))
  const made = await client.images.fixBlur({ image_url, format: 'png' })
  expect(made).toMatchObject({
    status: 'completed',
    credits_used: 1,
    width: WIDTH,
    height: HEIGHT,
    engine: 'deconvolution',
    faithfulness: 'faithful',
    warnings: [],
  })
  expect(detail(await decodeImage(await bytesAt(made.result_url)))).toBeGreaterThan(1.3 * detail(blurry))
  expect(await credits()).toBe(4)
  expect(await events()).toEqual([])
})

test('a sharp photo keeps its pixels, and the warning says so', async () => {
  const { client } = await app.customer()
  const made = await client.images.fixBlur({ image_url: await upload(client, await fileOf(crisp)), format: 'png' })
  expect(made.warnings).toEqual([{ code: 'already_sharp', message: expect.stringContaining('already sharp') }])
  const { data } = await decodeImage(await bytesAt(made.result_url))
  expect(Buffer.compare(data, crisp.data)).toBe(0)
})

test.each([
  [1, 1],
  [600, 2],
  [300, 300],
])('a picture of %d x %d without detail is returned with a warning', async (width, height) => {
  const { client } = await app.customer()
  const made = await client.images.fixBlur({ image_url: await upload(client, await plainPng(width, height)) })
  expect(made).toMatchObject({
    width,
    height,
    warnings: [{ code: 'blur_not_measured', message: expect.stringContaining('too little detail') }],
  })
})

test('quality best without a model is quality fast, and the warning says so', async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const image_url = await upload(client, await fileOf(blurry))
  const fast = await client.images.fixBlur({ image_url, format: 'png' })
  const best = await client.images.fixBlur({ image_url, quality: 'best', format: 'png' })
  expect(best).toMatchObject({ engine: 'deconvolution', credits_used: 1 })
  expect(best.warnings).toEqual([
    { code: 'fast_instead_of_best', message: expect.stringContaining('this server has no detail model') },
  ])
  expect(Buffer.compare(await bytesAt(best.result_url), await bytesAt(fast.result_url))).toBe(0)
  expect(await credits()).toBe(3)
})

describe('with a detail model', () => {
  const served = async (network: Network, maxDetailPixels = 4_000_000) => {
    const networks: Networks = { find: async (use) => (use === 'upscale' ? network : undefined) }
    const own = await startApp({
      engine: ({ limits }) => inlineEngine({ limits: { ...limits, maxDetailPixels }, networks }),
    })
    onTestFinished(() => own.close())
    const { client } = await own.customer()
    return { client, image_url: await upload(client, await fileOf(blurry)) }
  }

  test('a result that does not explain the photo better is left out, as a job too', async () => {
    const { client, image_url } = await served(fakeUpscaler({ offset: 0.2 }))
    const fast = await client.images.fixBlur({ image_url, format: 'png' })
    const best = await client.images.fixBlur({ image_url, quality: 'best', format: 'png' })
    expect(best.engine).toBe('deconvolution')
    expect(best.warnings).toEqual([
      { code: 'fast_instead_of_best', message: expect.stringContaining('did not make it better') },
    ])
    expect(Buffer.compare(await bytesAt(best.result_url), await bytesAt(fast.result_url))).toBe(0)
    const { job_id } = await client.images.batchProcess({
      image_urls: [image_url],
      operation: 'fix-blur',
      params: { quality: 'best' },
    })
    const { items } = await client.jobs.get<BatchResult>(job_id).wait()
    expect(items).toMatchObject([{ status: 'completed', result: { warnings: best.warnings } }])
  })

  test('a photo above the limit of the model does not reach it, and the warning names the setting', async () => {
    const { client, image_url } = await served(fakeUpscaler(), WIDTH * HEIGHT - 1)
    const { engine, warnings } = await client.images.fixBlur({ image_url, quality: 'best' })
    expect(engine).toBe('deconvolution')
    expect(warnings).toEqual([
      { code: 'fast_instead_of_best', message: expect.stringContaining('PLATELIGHT_UPSCALE_MAX_MEGAPIXELS') },
    ])
  })
})

test('transparency is kept, and the same photo gives the same bytes', async () => {
  const { client } = await app.customer()
  const clear = await sharp(blurry.data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .joinChannel(Buffer.from(Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH < 60 ? 0 : 255))), {
      raw: { width: WIDTH, height: HEIGHT, channels: 1 },
    })
    .png()
    .toBuffer()
  const image_url = await upload(client, clear)
  const once = async () => bytesAt((await client.images.fixBlur({ image_url })).result_url)
  const [one, other] = [await once(), await once()]
  expect(Buffer.compare(one, other)).toBe(0)
  const { data, channels } = await decodeImage(one)
  expect(channels).toBe(4)
  for (let i = 0; i < WIDTH * HEIGHT; i++) expect(data[4 * i + 3]).toBe(i % WIDTH < 60 ? 0 : 255)
})
