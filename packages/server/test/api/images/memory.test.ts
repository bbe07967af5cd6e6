import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveBytes } from '../../support/network/image-host.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

/** 12 megapixels in a few hundred bytes, which take 250 MB to decode. */
let bomb: Uint8Array
let app: TestApp
let customer: Customer

beforeAll(async () => {
  const plain = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#7f6f5f' } })
  bomb = new Uint8Array(await plain.avif({ effort: 0 }).toBuffer())
  app = await startApp({ env: { PLATELIGHT_MEMORY_MB: '100', PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  customer = await app.customer({ credits: 10 })
})
afterAll(() => app.close())

const refusal = {
  status: 400,
  code: 'image_too_large',
  message: expect.stringMatching(/takes about \d+ MB .* has 100 MB/),
}

test('a picture that can never fit into memory is refused as an upload, by address, and in a check; nothing is charged', async () => {
  const host = await serveBytes(bomb, 'image/avif')
  const { client } = customer
  await expect(client.uploads.create(bomb)).rejects.toMatchObject(refusal)
  await expect(client.images.enhance({ image_url: host.url() })).rejects.toMatchObject(refusal)
  const small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7f6f5f' } })
    .png()
    .toBuffer()
  const image_url = (await client.uploads.create(new Uint8Array(small))).url
  await expect(client.images.inpaint({ image_url, mask_url: host.url() })).rejects.toMatchObject(refusal)
  await client.images.enhanceColors({ image_url })
  expect(await customer.credits()).toBe(9)
  await host.close()
})
