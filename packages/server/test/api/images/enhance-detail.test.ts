import type { Networks } from '@platelight/imaging/network-port.ts'
import { fakeUpscaler } from '@platelight/imaging/testing/stand-in-upscaler.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

/** Counts how often the network was run. */
const counted = () => {
  const network = fakeUpscaler()
  const seen = { runs: 0 }
  const networks: Networks = {
    find: async (use) =>
      use === 'upscale'
        ? {
            engine: network.engine,
            run: (input) => {
              seen.runs++
              return network.run(input)
            },
          }
        : undefined,
  }
  return { seen, networks }
}

const { seen, networks } = counted()
const env = { PLATELIGHT_ENHANCE_UPSCALE: 'model' }
let app: TestApp
let photo: Buffer

beforeAll(async () => {
  app = await startApp({ env, networks })
  photo = await dishPhoto({ width: 192, height: 144 })
})
afterAll(() => app.close())

const upload = async ({ client }: Customer, bytes = photo) => (await client.uploads.create(new Uint8Array(bytes))).url
const sizeAt = async (url: string) => {
  const { width, height } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
  return { width, height }
}

test('the upscale of an enhance gets detail if the operator chose that, with its name and one credit more', async () => {
  const customer = await app.customer({ credits: 10 })
  const body = { image_url: await upload(customer), options: { upscale: true } }
  const price = await customer.client.service.estimate({ path: '/api/enhance', body })
  const made = await customer.client.images.enhance(body)
  expect(made).toMatchObject({ width: 3840, height: 2880, engine: 'local, fake-x4', credits_used: 2 })
  expect(await sizeAt(made.enhanced_url)).toEqual({ width: 3840, height: 2880 })
  expect(price.credits).toBe(2)
  expect(await customer.credits()).toBe(8)
})

test('without the flag the network is not used, and the price is the same', async () => {
  const customer = await app.customer({ credits: 10 })
  const before = seen.runs
  const made = await customer.client.images.enhance({ image_url: await upload(customer) })
  expect(made).toMatchObject({ width: 192, height: 144, engine: 'local', credits_used: 1 })
  expect(seen.runs).toBe(before)
})

test('/v1 includes it, and all formats are taken from one enlarged picture', async () => {
  const customer = await app.customer({ credits: 10 })
  const before = seen.runs
  const body = { imageUrl: await upload(customer), formats: ['square', 'landscape'] as ('square' | 'landscape')[] }
  expect((await customer.client.service.estimate({ path: '/v1/photos/enhance', body })).credits).toBe(1)
  const made = await customer.client.photos.enhance({ image: body.imageUrl, formats: body.formats })
  expect(made).toMatchObject({ creditsUsed: 1, engine: 'local, fake-x4' })
  expect(seen.runs).toBe(before + 1)
  expect(await sizeAt(made.enhanced.square as string)).toEqual({ width: 3840, height: 3840 })
  expect(await sizeAt(made.enhanced.landscape as string)).toEqual({ width: 3840, height: 2160 })
  expect(await customer.credits()).toBe(9)
})

test('a cut-out keeps its transparency', async () => {
  const customer = await app.customer({ credits: 10 })
  const options = { upscale: true, remove_background: true }
  const made = await customer.client.images.enhance({ image_url: await upload(customer), options, format: 'webp' })
  expect(made.engine).toMatch(/^local, .+, fake-x4$/)
  expect(made.credits_used).toBe(3)
  const file = Buffer.from(await (await fetch(made.enhanced_url)).arrayBuffer())
  const { channels } = await sharp(file).stats()
  expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 3840, height: 2880, hasAlpha: true })
  expect(channels[3]).toMatchObject({ min: 0, max: 255 })
})

test('a picture that is nearly large enough is resampled, and one too large for the network says so', async () => {
  const customer = await app.customer({ credits: 10 })
  const before = seen.runs
  const large = await upload(customer, await dishPhoto({ width: 2600, height: 100 }))
  const options = { upscale: true }
  expect(await customer.client.images.enhance({ image_url: large, options })).toMatchObject({ engine: 'local' })
  const wide = await dishPhoto({ width: 2000, height: 1500 })
  const made = await customer.client.images.enhance({ image_url: await upload(customer, wide), options })
  expect(made).toMatchObject({ width: 3840, engine: 'local' })
  expect(made.warnings).toEqual([{ code: 'no_new_detail', message: expect.stringContaining('adds no detail') }])
  expect(seen.runs).toBe(before)
})

test('/api/capabilities names the network in addition to the rest of an enhance', async () => {
  const customer = await app.customer()
  const engineOf = async ({ client }: Customer) =>
    (await client.service.capabilities()).operations.find(({ operation }) => operation === 'enhance')
  // Words for something new in the photo need a provider.
  const enhance = { operation: 'enhance', available: true, setting: 'PLATELIGHT_ENGINE_SYNTHESIS' }
  expect(await engineOf(customer)).toEqual({ ...enhance, engine: 'local, fake-x4' })
  const fast = await startApp({ networks })
  expect(await engineOf(await fast.customer())).toEqual({ ...enhance, engine: 'local' })
  await fast.close()
})

test('without a network the photo is resampled, and a warning says so', async () => {
  const without = await startApp({ env })
  const customer = await without.customer({ credits: 10 })
  const options = { upscale: true }
  const made = await customer.client.images.enhance({ image_url: await upload(customer), options })
  expect(made).toMatchObject({ width: 3840, engine: 'local' })
  expect(made.warnings).toContainEqual({ code: 'no_new_detail', message: expect.stringContaining('no detail model') })
  await without.close()
})
