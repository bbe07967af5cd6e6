import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { IMAGE_PROVIDERS, type ImageProvider } from '../../../src/base/engine-capability.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { KEY, type ProviderStandIn, providerStandIn } from '../../support/providers/provider-stand-in.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const prompt = 'Tonkotsu ramen in a dark bowl, side light'
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function serverWith(provider: ImageProvider): Promise<{ app: TestApp; standIn: ProviderStandIn; log: string[] }> {
  const standIn = await providerStandIn(provider)
  opened.push(standIn)
  const log: string[] = []
  const env = { PLATELIGHT_ENGINE_SYNTHESIS: provider, ...standIn.env }
  const app = await startApp({ env, log: (line) => log.push(line) })
  opened.push(app)
  return { app, standIn, log }
}

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

/** Which models of the contract each provider has; any other is replaced, and the reply says so. */
const HAS: Readonly<Record<ImageProvider, { readonly fluxPro: boolean; readonly model: string }>> = {
  bfl: { fluxPro: true, model: 'flux-2-pro' },
  fal: { fluxPro: true, model: 'flux-2-pro' },
  replicate: { fluxPro: true, model: 'flux-2-pro' },
  openai: { fluxPro: false, model: 'gpt-image-1' },
  'openai-compatible': { fluxPro: false, model: 'own-model' },
  google: { fluxPro: false, model: 'gemini-3-pro-image-preview' },
  bytedance: { fluxPro: false, model: 'seeddream' },
}

describe.each(IMAGE_PROVIDERS)('%s', (provider) => {
  test('makes the pictures of generate-v2 in the size that was asked for, marked as generated, at the price of the contract', async () => {
    const { app, standIn, log } = await serverWith(provider)
    const { client, credits, runs } = await app.customer({ credits: 20 })
    const made = await client.images.generateV2({ prompt, aspect_ratio: '4:3', num_outputs: 2 })
    expect(made).toMatchObject({
      status: 'completed',
      credits_used: 2,
      engine: provider,
      faithfulness: 'generative',
      model: HAS[provider].model,
      images: [
        { width: 1024, height: 768 },
        { width: 1024, height: 768 },
      ],
    })
    for (const { url } of made.images) {
      const bytes = await bytesAt(url)
      const { width, height, format, xmp } = await sharp(bytes).metadata()
      expect([width, height, format]).toEqual([1024, 768, 'jpeg'])
      expect(xmp?.toString()).toContain('digitalsourcetype/trainedAlgorithmicMedia')
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      const middle = (info.height / 2) * info.width * 3 + (info.width / 2) * 3
      expect(Math.abs((data[middle] ?? 0) - 0xe0)).toBeLessThan(12)
    }
    expect(await credits()).toBe(18)
    expect(standIn.orders).toHaveLength(2)
    expect(JSON.stringify(standIn.orders[0]?.body)).toContain('Tonkotsu ramen')

    const [run] = await runs()
    expect(JSON.stringify(run)).not.toContain(KEY)
    expect(log.join('\n')).not.toContain(KEY)
    // Only Black Forest Labs says what an order costs: 4.5 credits, each a cent.
    expect(run?.provider_micros).toBe(provider === 'bfl' ? 90_000 : null)
  })

  test('makes the pictures of the older form, and says so where another model took the place of the one asked for', async () => {
    const { app } = await serverWith(provider)
    const { client } = await app.customer()
    const made = await client.images.generate({ prompt, model: 'flux-2-pro', aspect_ratio: '1:1' })
    expect(made).toMatchObject({ credits_used: 1, model: HAS[provider].model, images: [{ width: 1024, height: 1024 }] })
    const replaced = [{ code: 'model_replaced', message: expect.stringMatching(/does not have flux-2-pro/) }]
    expect(made.warnings).toEqual(HAS[provider].fluxPro ? [] : replaced)
  })

  test('gets references without their metadata, and a result with them is marked as composed', async () => {
    const { app, standIn } = await serverWith(provider)
    const { client } = await app.customer()
    const photo = await sharp(await dishPhoto({ width: 300, height: 200 }))
      .withExif({ IFD0: { Artist: 'Secret Chef' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { url } = await client.uploads.create(new Uint8Array(photo))
    const made = await client.images.generateV2({ prompt, reference_images: [url, url] })
    const [order] = standIn.orders
    expect(standIn.wire.pictures(order?.body as never)).toBe(2)
    expect(JSON.stringify(order?.body)).not.toContain('Secret Chef')
    expect(JSON.stringify(order?.body)).not.toContain(Buffer.from('Secret Chef').toString('base64').slice(4, 12))
    const xmp = (await sharp(await bytesAt(made.images[0]!.url)).metadata()).xmp?.toString()
    expect(xmp).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')
  })
})

test('web search is passed on where the provider can, and the reply says so where it cannot', async () => {
  const { app, standIn } = await serverWith('google')
  const google = await (await app.customer()).client.images.generateV2({ prompt, enable_web_search: true })
  expect(google.warnings).toEqual([])
  expect(JSON.stringify(standIn.orders[0]?.body)).toMatch(/google_?search/i)

  const other = await serverWith('bfl')
  const made = await (await other.app.customer()).client.images.generateV2({ prompt, enable_web_search: true })
  expect(made.warnings).toEqual([
    { code: 'web_search_unused', message: expect.stringMatching(/cannot search the web/) },
  ])
})

test('a resolution that a provider does not make is enlarged from its largest, and the reply says so', async () => {
  const { app, standIn } = await serverWith('bfl')
  const { client } = await app.customer()
  const made = await client.images.generateV2({ prompt, resolution: '4K', aspect_ratio: '16:9' })
  expect(made.images).toMatchObject([{ width: 4096, height: 2304 }])
  expect(standIn.orders[0]?.body).toMatchObject({ width: 2048, height: 1152 })
  expect(made.warnings).toEqual([
    { code: 'model_size_enlarged', message: expect.stringMatching(/2048 x 1152.*enlarged to 4096 x 2304/) },
  ])
})

test('/api/capabilities names the providers in their order, and what could be chosen', async () => {
  const [bfl, fal] = [await providerStandIn('bfl'), await providerStandIn('fal')]
  opened.push(bfl, fal)
  const app = await startApp({ env: { PLATELIGHT_ENGINE_SYNTHESIS: 'fal,bfl', ...bfl.env, ...fal.env } })
  opened.push(app)
  const { client } = await app.customer()
  const { operations, engines } = await client.service.capabilities()
  expect(operations.find(({ operation }) => operation === 'generate-v2')).toMatchObject({
    available: true,
    engine: 'fal, bfl',
  })
  expect(engines.find(({ capability }) => capability === 'synthesis')).toEqual({
    capability: 'synthesis',
    engine: 'fal, bfl',
    setting: 'PLATELIGHT_ENGINE_SYNTHESIS',
    choices: ['preview', ...IMAGE_PROVIDERS, 'off'],
  })
})
