import type { Customer, TestApp } from './start-app.ts'
import { itemsOf, jobEnded } from './submit-batches.ts'

export const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const
type Format = (typeof FORMATS)[number]

interface Result {
  readonly faithfulness: string
  readonly files: readonly string[]
}

type Client = Customer['client']
type Wish = { readonly image_url: string; readonly format?: Format }
const one = ({ faithfulness, result_url }: { faithfulness: string; result_url: string }): Result[] => [
  { faithfulness, files: [result_url] },
]
const made = ({ faithfulness, images }: { faithfulness: string; images: { url: string }[] }): Result => ({
  faithfulness,
  files: images.map(({ url }) => url),
})
const batch = async (client: Client, { job_id }: { job_id: string }): Promise<Result[]> =>
  itemsOf(await jobEnded(client, job_id)).map(({ result }) => ({
    faithfulness: String(result?.faithfulness),
    files: [String(result?.result_url ?? result?.enhanced_url)],
  }))
const TABLE = { x: 0, y: 0, width: 0.12, height: 0.2 }

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

/** Every way to create a result, by operation. */
export const createWays = ({
  app,
  another,
  platform,
}: {
  readonly app: TestApp
  readonly another: string
  readonly platform: string
}): Readonly<Record<string, (client: Client, wish: Wish) => Promise<Result[]>>> => ({
  enhance: async (client, wish) => {
    const { faithfulness, enhanced_url } = await client.images.enhance(wish)
    return [{ faithfulness, files: [enhanced_url] }]
  },
  // An account has it once.
  'demo-enhance': async (_client, { image_url }) => {
    const { client } = await app.customer()
    return one(await client.mobile.demoEnhance({ image: new Uint8Array(await bytesAt(image_url)) }))
  },
  'ai-enhance': async (client, wish) => one(await client.images.aiEnhance(wish)),
  'enhance-colors': async (client, wish) => one(await client.images.enhanceColors(wish)),
  'smart-edit': async (client, wish) => one(await client.images.smartEdit({ ...wish, separate_background: true })),
  match: async (client, { image_url, format }) => {
    const made = await client.images.menuConsistency({ image_urls: [image_url, another], ...(format && { format }) })
    return [{ faithfulness: made.faithfulness, files: made.images.map(({ url }) => url) }]
  },
  upscale: async (client, wish) => one(await client.images.upscale(wish)),
  'remove-background': async (client, { image_url }) => one(await client.images.removeBackground({ image_url })),
  'platform-optimize': async (client, { image_url }) =>
    one(await client.images.platformOptimize({ image_url, platform: 'deliveroo.item' })),
  'export-platform': async (client, wish) => one(await client.exports.platform({ ...wish, platform })),
  relight: async (client, wish) => one(await client.images.relight(wish)),
  'fix-blur': async (client, wish) => one(await client.images.fixBlur(wish)),
  edit: async (client, { image_url, format }) => {
    const made = await client.images.edit({ image_urls: [image_url], prompt: 'brighter', ...(format && { format }) })
    return [{ faithfulness: made.faithfulness, files: made.images.map(({ url }) => url) }]
  },
  'chat-edit': async (client, wish) =>
    one(await client.mobile.chatEdit({ ...wish, instruction: 'a white background' })),
  'layer-edit': async (client, { image_url, format }) =>
    one(
      await (
        await client.mobileJobs.layerEdit({
          image_url,
          layer: 'background',
          instruction: 'darker',
          ...(format && { format }),
        })
      ).wait(),
    ),
  reel: async (client, { image_url }) => {
    const image = new Uint8Array(await bytesAt(image_url))
    const { faithfulness, video_url, poster_url } = await (await client.reels.create({ image })).wait()
    return [{ faithfulness, files: [video_url, poster_url] }]
  },
  inpaint: async (client, wish) => one(await client.images.inpaint({ ...wish, box: TABLE })),
  'hero-shot': async (client, wish) => one(await client.images.heroShot(wish)),
  compose: async (client, { image_url }) => {
    const { faithfulness, images } = await client.images.compose({ image_urls: [image_url], prompt: 'on slate' })
    return [{ faithfulness, files: images.map(({ url }) => url) }]
  },
  asset: async (client) => {
    const { faithfulness, files: images } = await client.assets.create({ headline: 'Today', resolution: '1K' })
    return [made({ faithfulness, images: images.slice(0, 2) })]
  },
  'smart-layers': async (client, { image_url }) => {
    const { faithfulness, layers } = await client.images.smartLayers({ image_url })
    return [{ faithfulness, files: layers.map(({ mask_url }) => mask_url) }]
  },
  generate: async (client) => [made(await client.images.generate({ prompt: 'Tacos on slate' }))],
  'generate-v2': async (client) => [made(await client.images.generateV2({ prompt: 'Tacos on slate' }))],
  'process-image': async (client, { image_url, format }) =>
    batch(
      client,
      await client.images.process({
        image_urls: [image_url],
        steps: ['enhance_colors', 'relight'],
        ...(format && { format }),
      }),
    ),
  'batch-process': async (client, { image_url, format }) =>
    batch(
      client,
      await client.images.batchProcess({
        image_urls: [image_url],
        operation: 'enhance',
        params: format ? { format } : {},
      }),
    ),
})
