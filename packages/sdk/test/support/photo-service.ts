import { createHash } from 'node:crypto'
import type { PlatelightOptions } from '../../src/index.ts'
import { fileIn } from './picture-bytes.ts'
import { clientOf, type Early, json, type Recorded, refusal, serve } from './scripted-server.ts'

/** The kind of a request, for tests that replace its answer. */
export interface Asked extends Recorded {
  readonly what: 'health' | 'estimate' | 'upload' | 'enhance' | 'platform' | 'get' | 'file'
  /** Counted by kind, from 1. */
  readonly number: number
}

/** Replaces an answer of the service; undefined keeps it. May be asynchronous. */
export type Fault = (asked: Asked) => Early | undefined | Promise<Early | undefined>

export interface ServiceOptions {
  readonly credits?: number
  readonly price?: number
  readonly fault?: Fault
  readonly client?: PlatelightOptions
  /** Rate-limit headers of each kind of answer. */
  readonly limit?: (asked: Asked) => Record<string, string>
}

/**
 * A stateful fake of the service over real HTTP. It identifies uploads by their content, charges an Idempotency-Key once,
 * and serves a photo by its id until it is deleted. It never decodes pictures.
 */
export async function photoService({ credits = 1000, price = 1, fault, client, limit }: ServiceOptions = {}) {
  const uploads = new Set<string>()
  const photos = new Map<string, { id: string; formats: string[] }>()
  const answers = new Map<string, { body: unknown; fingerprint: string }>()
  const counts: Record<string, number> = {}
  const asked: Asked[] = []
  let balance = credits
  let charges = 0
  let underway = 0
  let busiest = 0

  const base = (request: Recorded) => `http://${request.headers.host}`
  const photoOf = ({ id, formats }: { id: string; formats: string[] }, request: Recorded, creditsUsed = price) => ({
    id,
    status: 'completed',
    creditsUsed,
    original: { url: `${base(request)}/source/${id}.jpg`, width: 4, height: 3 },
    enhanced: Object.fromEntries(formats.map((format) => [format, `${base(request)}/files/${id}-${format}.jpg`])),
    metadata: { preset: 'balanced', processedAt: '2026-11-21T09:30:00.000Z' },
    engine: 'local',
    faithfulness: 'faithful',
    warnings: [],
  })

  async function answer(request: Asked): Promise<Early> {
    const say = (body: unknown, headers: Record<string, string> = {}) =>
      json(200, body, { ...limit?.(request), ...headers })
    switch (request.what) {
      case 'health':
        return say({ status: 'ok', version: '1.0.0' })
      case 'estimate': {
        const { quantity } = JSON.parse(request.body.toString()) as { quantity: number }
        const sum = quantity * price
        const rest = { available_credits: balance, affordable: sum <= balance }
        return say({ operation: 'enhance', credits_each: price, credits: sum, ...rest })
      }
      case 'upload': {
        // After a kill the server may have received only a part of the form.
        const form = await fileIn(request).catch(() => undefined)
        if (!form) return refusal(400, 'bad_request')
        const { bytes } = form
        const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
        uploads.add(id)
        return say({
          id,
          url: `${base(request)}/uploads/${id}.jpg`,
          width: 4,
          height: 3,
          expires_at: '2026-12-01T00:00:00Z',
        })
      }
      case 'enhance':
      case 'platform': {
        const key = String(request.headers['idempotency-key'])
        const known = answers.get(key)
        const fingerprint = request.body.toString()
        if (known && known.fingerprint !== fingerprint) {
          return json(422, { detail: [{ loc: ['header', 'idempotency-key'], msg: 'another request', type: 'key' }] })
        }
        if (known) return say(known.body, { 'idempotency-replayed': 'true' })
        if (Number(request.headers['x-max-credits'] ?? price) < price) return refusal(402, 'over_budget')
        if (balance < price) {
          return refusal(402, 'insufficient_credits', { requiredCredits: price, availableCredits: balance })
        }
        const params = JSON.parse(fingerprint) as { imageUrl?: string; image_url?: string; formats?: string[] }
        const { imageUrl = params.image_url ?? '', formats = ['original'] } = params
        const upload = /\/uploads\/(\w+)\.jpg$/.exec(imageUrl)?.[1]
        if (upload !== undefined && !uploads.has(upload)) return refusal(400, 'image_unreachable')
        balance -= price
        charges++
        const photo = { id: `run_${charges}`, formats }
        photos.set(photo.id, photo)
        const whole = photoOf(photo, request)
        const body = request.what === 'enhance' ? whole : platformReply(whole)
        answers.set(key, { body, fingerprint })
        return say(body)
      }
      case 'get': {
        const photo = photos.get(request.url.split('/').at(-1) ?? '')
        return photo ? say(photoOf(photo, request)) : refusal(404, 'not_found')
      }
      case 'file': {
        const [, id = '', format = ''] = /\/files\/(\w+)-(\w+)\.jpg$/.exec(request.url) ?? []
        if (!photos.has(id)) return refusal(404, 'not_found')
        return (response) => {
          response.writeHead(200, { 'content-type': 'image/jpeg' })
          response.end(`${id} ${format} `.repeat(1000))
        }
      }
    }
  }

  const server = await serve(async (response, request) => {
    const what = kindOf(request)
    counts[what] = (counts[what] ?? 0) + 1
    const one: Asked = { ...request, what, number: counts[what] }
    asked.push(one)
    busiest = Math.max(busiest, ++underway)
    try {
      const reply = (await fault?.(one)) ?? (await answer(one))
      await reply(response, request)
    } finally {
      underway--
    }
  })

  return {
    url: server.url,
    client: clientOf(server, { maxRetries: 0, ...client }),
    asked,
    calls: (what: Asked['what']) => asked.filter((each) => each.what === what),
    balance: () => balance,
    charges: () => charges,
    busiest: () => busiest,
    /** Performs the normal action, for a fault that loses the response. */
    perform: answer,
    deletePhoto: (id: string) => photos.delete(id),
    forgetKeys: () => answers.clear(),
    forgetUploads: () => uploads.clear(),
    give: (more: number) => {
      balance += more
    },
  }
}

/** The reply of POST /api/platform-optimize, as far as a folder run reads it. */
const platformReply = ({ id, creditsUsed, enhanced }: { id: string; creditsUsed: number; enhanced: object }) => ({
  ...{ id, status: 'completed', credits_used: creditsUsed, warnings: [] },
  result_url: Object.values(enhanced)[0],
})

function kindOf({ url }: Recorded): Asked['what'] {
  if (url === '/health') return 'health'
  if (url.startsWith('/api/estimate')) return 'estimate'
  if (url.startsWith('/api/mobile/uploads')) return 'upload'
  if (url.startsWith('/v1/photos/enhance')) return 'enhance'
  if (url.startsWith('/api/platform-optimize')) return 'platform'
  return url.startsWith('/v1/photos/') ? 'get' : 'file'
}
