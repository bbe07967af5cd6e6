import type { Network, Networks } from '@platelight/imaging/network-port.ts'
import { fakeUpscaler } from '@platelight/imaging/testing/stand-in-upscaler.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Buffer

beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  photo = await dishPhoto({ width: 161, height: 97 })
})
afterAll(() => app.close())

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const upload = async (client: Awaited<ReturnType<TestApp['customer']>>['client'], bytes: Buffer) =>
  (await client.uploads.create(new Uint8Array(bytes))).url

describe('with a detail model', () => {
  const asked: number[] = []
  const network = fakeUpscaler({ engine: 'realesrgan-general-x4' })
  const counted: Network['run'] = (input) => {
    asked.push(input.data.length / 3)
    return network.run(input)
  }
  const networks: Networks = {
    find: async (use) => {
      if (use !== 'upscale') return undefined
      return { ...network, run: counted }
    },
  }
  let served: TestApp
  beforeAll(async () => {
    const env = { PLATELIGHT_UPSCALE_MAX_MEGAPIXELS: '1' }
    served = await startApp({ env, engine: ({ limits }) => inlineEngine({ limits, networks }) })
  })
  afterAll(() => served.close())

  test.each([
    [2, 'jpeg'],
    [4, 'png'],
    [2, 'webp'],
  ] as const)('at %dx as %s the result names it, has no warning, and is the same every time', async (scale, format) => {
    const { client } = await served.customer()
    const image_url = await upload(client, photo)
    const made = await client.images.upscale({ image_url, scale, format })
    expect(made).toMatchObject({
      engine: 'realesrgan-general-x4',
      faithfulness: 'faithful',
      warnings: [],
      upscaled_size: { width: 161 * scale, height: 97 * scale },
    })
    const { width, height } = await sharp(await bytesAt(made.result_url)).metadata()
    expect({ width, height }).toEqual(made.upscaled_size)
    const again = await client.images.upscale({ image_url, scale, format })
    expect(Buffer.compare(await bytesAt(made.result_url), await bytesAt(again.result_url))).toBe(0)
  })

  test('a photo that would take too long is enlarged from half its size, and the warning names the setting', async () => {
    const { client } = await served.customer()
    asked.length = 0
    const made = await client.images.upscale({ image_url: await upload(client, await plainPng(1_300, 800)) })
    expect(made).toMatchObject({
      engine: 'realesrgan-general-x4',
      warnings: [
        {
          code: 'detail_reduced',
          message: expect.stringMatching(/at most 1 megapixels \(PLATELIGHT_UPSCALE_MAX_MEGAPIXELS\).*half the size/),
        },
      ],
    })
    // Tiles overlap, so the network gets more than a quarter of the photo, and far less than all of it.
    const shown = asked.reduce((sum, pixels) => sum + pixels, 0)
    expect(shown).toBeGreaterThan((1_300 * 800) / 4)
    expect(shown).toBeLessThan((1_300 * 800) / 1.5)
  })

  test('a photo far beyond the limit is resampled without the network, and the warning says why', async () => {
    const { client } = await served.customer()
    asked.length = 0
    const made = await client.images.upscale({ image_url: await upload(client, await plainPng(1_300, 800)), scale: 4 })
    expect(made).toMatchObject({
      engine: 'lanczos',
      warnings: [
        {
          code: 'no_new_detail',
          message: expect.stringMatching(/adds no detail.*at most 1 megapixels \(PLATELIGHT_UPSCALE_MAX_MEGAPIXELS\)/),
        },
      ],
    })
    expect(asked).toEqual([])
  })
})
