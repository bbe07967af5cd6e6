import type { SeededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import type { Job, Platelight } from '@platelight/sdk'
import type { Pictures } from './chaos-pictures.ts'

/** One way to order work. */
export interface Kind {
  readonly name: string
  /** How often it is chosen, relative to the others. */
  readonly weight: number
  /** Whether its reply is a job, which continues afterwards. */
  readonly isJob: boolean
  /** Sends it. The same tag sends the same again. */
  send(order: Sending): Promise<{ readonly id: string | number; readonly body: unknown }>
}

interface Sending {
  readonly client: Platelight
  readonly tag: string
  readonly pictures: Pictures
  readonly options: { readonly idempotencyKey: string }
}

const named = async (reply: Promise<{ id: string }>) => {
  const body = await reply
  return { id: body.id, body }
}
const handle = async (submitted: Promise<Job>) => {
  const { id } = await submitted
  return { id, body: id }
}

const SEVERAL = [0, 1, 2]

/** Its words contain the tag, because it may have no photo whose address does. */
const wordsWith = (address: string) => `Tacos on slate, like ${address}`

/** The channels for work: synchronous calls, queue jobs, batches, forms, words, and requests that must fail. */
const KINDS: readonly Kind[] = [
  {
    name: 'v1 enhance',
    weight: 4,
    isJob: false,
    send: ({ client, tag, pictures, options }) =>
      named(client.photos.enhance({ image: pictures.url(tag), formats: ['square'], upscale: false }, options)),
  },
  {
    name: 'enhance',
    weight: 3,
    isJob: false,
    send: ({ client, tag, pictures, options }) =>
      named(client.images.enhance({ image_url: pictures.url(tag) }, options)),
  },
  {
    name: 'smart-edit',
    weight: 1,
    isJob: false,
    send: ({ client, tag, pictures, options }) =>
      named(client.images.smartEdit({ image_url: pictures.url(tag) }, options)),
  },
  {
    name: 'enhance of nothing',
    weight: 1,
    isJob: false,
    send: ({ client, tag, pictures, options }) =>
      named(client.images.enhance({ image_url: pictures.missing(tag) }, options)),
  },
  {
    name: 'queued upscale',
    weight: 3,
    isJob: true,
    send: ({ client, tag, pictures, options }) =>
      handle(client.jobs.submit('upscale', { image_url: pictures.url(tag), scale: 2 }, options)),
  },
  {
    name: 'queued steps',
    weight: 2,
    isJob: true,
    send: ({ client, tag, pictures, options }) =>
      handle(
        client.jobs.submit(
          'process_image',
          { image_url: pictures.url(tag), steps: ['enhance_colors', 'upscale'] },
          options,
        ),
      ),
  },
  {
    name: 'queued batch',
    weight: 2,
    isJob: true,
    send: ({ client, tag, pictures, options }) =>
      handle(
        client.jobs.submit(
          'batch_process',
          {
            image_urls: [...SEVERAL.map((index) => pictures.url(tag, index)), pictures.missing(tag)],
            operation: 'enhance',
          },
          options,
        ),
      ),
  },
  {
    name: 'batch',
    weight: 1,
    isJob: true,
    send: async ({ client, tag, pictures, options }) => {
      const image_urls = SEVERAL.map((index) => pictures.url(tag, index))
      const body = await client.images.batchProcess({ image_urls, operation: 'ai-enhance' }, options)
      return { id: body.job_id, body }
    },
  },
  {
    name: 'mobile job',
    weight: 2,
    isJob: true,
    send: ({ client, tag, pictures, options }) =>
      handle(client.mobileJobs.enhance({ image: pictures.bytes(tag) }, options)),
  },
  {
    name: 'words',
    weight: 2,
    isJob: false,
    send: ({ client, tag, pictures, options }) =>
      named(client.images.generateV2({ prompt: wordsWith(pictures.url(tag)), num_outputs: 2 }, options)),
  },
  {
    name: 'words and a photo, as a job',
    weight: 2,
    isJob: true,
    send: ({ client, tag, pictures, options }) => {
      const words = { prompt: wordsWith(pictures.url(tag)), reference_images: [pictures.url(tag)] }
      return handle(client.mobileJobs.create(words, options))
    },
  },
  {
    name: 'mobile enhance',
    weight: 1,
    isJob: false,
    send: ({ client, tag, pictures, options }) => named(client.mobile.enhance({ image: pictures.bytes(tag) }, options)),
  },
]

const TOTAL = KINDS.reduce((sum, { weight }) => sum + weight, 0)

export function pickKind(chance: SeededRandom): Kind {
  let left = chance.next() * TOTAL
  for (const kind of KINDS) {
    left -= kind.weight
    if (left < 0) return kind
  }
  return KINDS[0] as Kind
}
