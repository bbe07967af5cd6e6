import type { Provider } from '../../../src/base/engine-capability.ts'

/** A request as a stand-in received it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed JSON; for a form its text. */
  readonly body: unknown
}

export interface WireReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What one provider's API says at each step, as its documents and its library have it. */
export interface Wire {
  /** What precedes the paths of its API. */
  readonly base: string
  readonly isOrder: (path: string) => boolean
  /** The header that carries the key. */
  readonly keyHeader: string
  readonly keyOf: (key: string) => string
  /** The size that an order asks for. */
  readonly sizeOf: (body: Record<string, never>) => { width: number; height: number }
  /** The pictures that an order came with. */
  readonly pictures: (body: Record<string, never>) => number
  /** The reply to an order that names it; undefined where the reply is the picture. */
  readonly accepted?: (url: string, id: string, path: string) => WireReply
  /** The state of an order, by its path; undefined when the path asks for something else. */
  readonly state?: (url: string, path: string, isDone: boolean) => WireReply | undefined
  /** The reply with the picture itself. */
  readonly picture?: (picture: Buffer) => WireReply
}

const sides = (size: unknown) => {
  const [width = 0, height = 0] = String(size).split('x').map(Number)
  return { width, height }
}
const asRecord = (value: unknown) => value as Record<string, never>
const formField = (text: string, name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(text)?.[1]

const openai: Wire = {
  base: '/v1',
  isOrder: (path) => /^\/v1\/images\/(generations|edits)$/.test(path),
  keyHeader: 'authorization',
  keyOf: (key) => `Bearer ${key}`,
  sizeOf: (body) => sides(typeof body === 'string' ? formField(body, 'size') : body.size),
  pictures: (body) => (typeof body === 'string' ? (body as string).split('name="image').length - 1 : 0),
  picture: (picture) => ({
    body: {
      created: 1_790_000_000,
      data: [{ b64_json: picture.toString('base64') }],
      usage: { input_tokens: 20, output_tokens: 4_160, total_tokens: 4_180 },
    },
  }),
}

/** A service that answers a form with the cut-out, or with an error in JSON. */
const cutter = (base: string, order: string): Wire => ({
  base,
  isOrder: (path) => path === `${base}/${order}`,
  keyHeader: 'x-api-key',
  keyOf: (key) => key,
  sizeOf: () => ({ width: 64, height: 64 }),
  pictures: (body) => (typeof body === 'string' ? (body as string).split('name="image_file"').length - 1 : 0),
  picture: (picture) => ({ headers: { 'content-type': 'image/png' }, body: picture }),
})

export const WIRES: Readonly<Record<Provider, Wire>> = {
  photoroom: cutter('/v1', 'segment'),
  removebg: cutter('/v1.0', 'removebg'),
  bfl: {
    base: '/v1',
    isOrder: (path) => /^\/v1\/flux-2-(pro|max)$/.test(path),
    keyHeader: 'x-key',
    keyOf: (key) => key,
    sizeOf: (body) => body as never,
    pictures: (body) => Object.keys(body).filter((name) => name.startsWith('input_image')).length,
    accepted: (url, id) => ({
      body: { id, polling_url: `${url}/v1/get_result?id=${id}`, cost: 4.5, input_mp: 0, output_mp: 1.05 },
    }),
    state: (url, path, isDone) => {
      const id = /^\/v1\/get_result\?id=(.+)$/.exec(path)?.[1]
      if (id === undefined) return undefined
      const result = isDone ? { sample: `${url}/pictures/${id}.png`, prompt: 'x', seed: 7, duration: 4.2 } : null
      return { body: { id, status: isDone ? 'Ready' : 'Pending', result, progress: null, details: null } }
    },
  },
  fal: {
    base: '',
    isOrder: (path) => /^\/fal-ai\/[\w./-]+$/.test(path) && !path.includes('/requests/'),
    keyHeader: 'authorization',
    keyOf: (key) => `Key ${key}`,
    sizeOf: (body) => asRecord(body.image_size) as never,
    pictures: (body) => (asRecord(body).image_urls as unknown[] | undefined)?.length ?? 0,
    accepted: (url, id, path) => ({
      body: {
        status: 'IN_QUEUE',
        request_id: id,
        queue_position: 0,
        response_url: `${url}${path}/requests/${id}`,
        status_url: `${url}${path}/requests/${id}/status`,
        cancel_url: `${url}${path}/requests/${id}/cancel`,
      },
    }),
    state: (url, path, isDone) => {
      const [, id, status] = /\/requests\/([\w-]+)(\/status)?$/.exec(path) ?? []
      if (id === undefined) return undefined
      if (status) {
        return isDone
          ? { body: { status: 'COMPLETED', request_id: id, metrics: { inference_time: 3.1 } } }
          : { status: 202, body: { status: 'IN_PROGRESS', request_id: id, logs: null } }
      }
      const image = { url: `${url}/pictures/${id}.png`, content_type: 'image/png', width: 1, height: 1, file_size: 9 }
      const video = { ...image, content_type: 'video/mp4' }
      return { body: { images: [image], image, video, timings: {}, seed: 7, has_nsfw_concepts: [false], prompt: 'x' } }
    },
  },
  replicate: {
    base: '/v1',
    isOrder: (path) => /^\/v1\/(models\/[\w-]+\/[\w.-]+\/)?predictions$/.test(path),
    keyHeader: 'authorization',
    keyOf: (key) => `Bearer ${key}`,
    sizeOf: (body) => asRecord(body.input) as never,
    pictures: (body) => {
      const { input_images = [], image_input = [] } = asRecord(body.input) as Record<string, unknown[]>
      return input_images.length + image_input.length
    },
    accepted: (url, id) => ({
      status: 201,
      body: { ...prediction(url, id), status: 'starting', output: null },
    }),
    state: (url, path, isDone) => {
      const id = /^\/v1\/predictions\/(.+)$/.exec(path)?.[1]
      if (id === undefined) return undefined
      const done = { status: 'succeeded', output: `${url}/pictures/${id}.png`, metrics: { predict_time: 3 } }
      return { body: { ...prediction(url, id), ...(isDone ? done : { status: 'processing', output: null }) } }
    },
  },
  openai,
  'openai-compatible': openai,
  google: {
    base: '/v1beta',
    isOrder: (path) => /^\/v1beta\/models\/[\w.-]+:generateContent$/.test(path),
    keyHeader: 'x-goog-api-key',
    keyOf: (key) => key,
    sizeOf: (body) => {
      const { imageConfig } = asRecord(body.generationConfig) as unknown as Record<string, Record<string, string>>
      const [width = 1, height = 1] = (imageConfig?.aspectRatio ?? '1:1').split(':').map(Number)
      const long = { '1K': 1_024, '2K': 2_048, '4K': 4_096 }[imageConfig?.imageSize ?? '1K'] ?? 1_024
      const by = long / Math.max(width, height)
      return { width: Math.round(width * by), height: Math.round(height * by) }
    },
    pictures: (body) => {
      const [first] = asRecord(body).contents as unknown as { parts: object[] }[]
      return first?.parts.filter((part) => 'inlineData' in part).length ?? 0
    },
    picture: (picture) => ({
      body: {
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ inlineData: { mimeType: 'image/png', data: picture.toString('base64') } }],
            },
            finishReason: 'STOP',
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1_290, totalTokenCount: 1_299 },
      },
    }),
  },
  bytedance: {
    base: '/api/v3',
    isOrder: (path) => path === '/api/v3/images/generations',
    keyHeader: 'authorization',
    keyOf: (key) => `Bearer ${key}`,
    sizeOf: (body) => sides(body.size),
    pictures: (body) => (body.image === undefined ? 0 : ([body.image] as unknown[]).flat().length),
    picture: (picture) => ({
      body: {
        model: 'seedream-4-5-251128',
        created: 1_790_000_000,
        data: [{ b64_json: picture.toString('base64'), size: '2048x2048' }],
        usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
      },
    }),
  },
}

const prediction = (url: string, id: string) => ({
  id,
  model: 'black-forest-labs/flux-2-pro',
  version: 'hidden',
  input: {},
  logs: '',
  error: null,
  data_removed: false,
  created_at: '2026-11-24T10:00:00Z',
  urls: { get: `${url}/v1/predictions/${id}`, cancel: `${url}/v1/predictions/${id}/cancel` },
})
