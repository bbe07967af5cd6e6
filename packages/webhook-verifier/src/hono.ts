import type { WebhookBody } from './body.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookHandlers } from './events.ts'
import { createReceiver, type Delivery, type WebhookOptions } from './receiver.ts'

/** What is needed of a request of Hono. */
export interface HonoRequestLike {
  readonly raw: Request
  /** What `c.req.text()` and the like have read, each under its name. */
  readonly bodyCache: { readonly [Form in 'arrayBuffer' | 'blob' | 'text']?: unknown }
  arrayBuffer(): Promise<ArrayBuffer>
}

/** What is needed of a context of Hono. */
export interface HonoContextLike {
  readonly req: HonoRequestLike
  /** Throws where the runtime has none. */
  readonly executionCtx: unknown
}

/**
 * A receiver for Hono. Middleware may have read the body by `c.req`, which keeps it.
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
  // Not when only a parsed form is kept: Hono would print it anew.
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

const FIX = 'Something read c.req.raw, or a form, before the body could be verified: read it by c.req.arrayBuffer().'
