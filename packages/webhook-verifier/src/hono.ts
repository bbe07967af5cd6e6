import type { WebhookBody } from './body.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookHandlers } from './events.ts'
import { createReceiver, type Delivery, type WebhookOptions } from './receiver.ts'

/** The part of a Hono request that the receiver uses. */
export interface HonoRequestLike {
  readonly raw: Request
  /** What `c.req.text()` and similar methods have read, by the name of the method. */
  readonly bodyCache: { readonly [Form in 'arrayBuffer' | 'blob' | 'text']?: unknown }
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The part of a Hono context that the receiver uses. */
export interface HonoContextLike {
  readonly req: HonoRequestLike
  /** Throws if the runtime has none. */
  readonly executionCtx: unknown
}

/**
 * A receiver for Hono. Middleware may read the body through `c.req`, which caches it.
 *
 * @example app.post('/hooks', honoWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove }))
 */
export function honoWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (context: HonoContextLike) => Promise<Response> {
  const receive = createReceiver(options, handlers)
  return async (context) => {
    const { req } = context
    const { text, ...init } = await receive({
      body: () => rawBody(req),
      headers: req.raw.headers,
      context: executionContext(context),
    })
    return new Response(text, init)
  }
}

function rawBody(request: HonoRequestLike): WebhookBody {
  const { raw, bodyCache } = request
  if (!raw.bodyUsed) return raw
  // A cached form is not enough, because Hono would serialise it again.
  if (bodyCache.text || bodyCache.arrayBuffer || bodyCache.blob) return cached(request)
  throw new WebhookVerificationError(500, 'body_not_raw', FIX)
}

async function* cached(request: HonoRequestLike) {
  yield new Uint8Array(await request.arrayBuffer())
}

function executionContext(context: HonoContextLike): Delivery['context'] {
  try {
    return context.executionCtx as Delivery['context']
  } catch {
    return undefined
  }
}

const FIX = 'The body was read from c.req.raw or as a form before it could be verified. Use c.req.arrayBuffer().'
