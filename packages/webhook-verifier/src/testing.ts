// For tests only. It uses Node's crypto, because that is synchronous.
import { createHmac, randomUUID } from 'node:crypto'
import type { WebhookEnvelope, WebhookEvents } from './events.ts'
import { exampleData } from './generated/event-examples.ts'
import { SIGNATURE_HEADER } from './signature.ts'

/** The body and the headers of a delivery. */
export interface SignedPayload {
  readonly body: string
  /**
   * The signature, and also `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks if the secret
   * has the service's form (`whsec_` and base64) and the body has an id.
   */
  readonly headers: Readonly<Record<string, string>> & {
    readonly 'content-type': string
    readonly 'x-service-signature': string
  }
}

/**
 * An event as the service sends it. It has the current time and a new id, so that receivers do not treat it as a repeat.
 *
 * @param changes fields to replace; `data` is replaced as a whole
 * @throws TypeError for a type that the service does not send
 * @example const event = sampleEvent('photo.deleted', { id: 'evt_1' })
 */
export function sampleEvent<Type extends keyof WebhookEvents>(
  type: Type,
  changes: Partial<Omit<WebhookEvents[Type], 'type'>> = {},
): WebhookEvents[Type] {
  const createdAt = new Date().toISOString()
  const samples = sampleData(createdAt)
  if (!Object.hasOwn(samples, type)) {
    throw new TypeError(`There is no event ${type}. The service sends ${Object.keys(samples).join(', ')}.`)
  }
  const event = { id: `evt_${randomUUID().replaceAll('-', '')}`, type, createdAt, data: samples[type], ...changes }
  return event as unknown as WebhookEvents[Type]
}

/**
 * The body and the signed headers of the request that delivers an event. Text is signed unchanged.
 *
 * @throws TypeError when the secret is empty
 * @example const request = new Request(url, { method: 'POST', ...signPayload(sampleEvent('credit.depleted'), secret) })
 */
export function signPayload(event: WebhookEnvelope | string, secret: string): SignedPayload {
  if (!secret) throw new TypeError('The signing secret is empty.')
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }
  return { body, headers: { ...headers, ...standardHeaders(body, secret) } }
}

/** The additional headers for receivers that use a Standard Webhooks library. */
function standardHeaders(body: string, secret: string): Record<string, string> {
  const [, key] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const id = idIn(body)
  if (!key || !id) return {}
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` }
}

function idIn(body: string): string | undefined {
  try {
    const { id } = JSON.parse(body)
    return typeof id === 'string' ? id : undefined
  } catch {
    // Text need not be JSON.
    return undefined
  }
}

const original = { url: 'https://photos.example.com/originals/ramen.jpg', width: 4032, height: 3024 }
const preset = 'delivery-optimized'

/** Sample data of each event for a given time: the examples of the document, and a photo in two formats. */
const sampleData = (now: string): { readonly [Type in keyof WebhookEvents]: WebhookEvents[Type]['data'] } => ({
  ...exampleData(now),
  'photo.enhancement.started': {
    photo: { id: 'run_sample', status: 'processing', original, metadata: { preset } },
  },
  'photo.enhancement.completed': {
    photo: {
      id: 'run_sample',
      status: 'completed',
      creditsUsed: 1,
      original,
      enhanced: {
        square: 'https://photos.example.com/enhanced/ramen-square.jpg',
        landscape: 'https://photos.example.com/enhanced/ramen-landscape.jpg',
      },
      metadata: { preset, processedAt: now, processingTime: 2.4 },
      engine: 'local',
      faithfulness: 'faithful',
      warnings: [],
    },
  },
  'photo.enhancement.failed': {
    photo: { id: 'run_sample', status: 'failed', metadata: { preset } },
    error: { code: 'image_unreadable', message: 'The JPEG file is cut off and cannot be read to its end.' },
  },
})
