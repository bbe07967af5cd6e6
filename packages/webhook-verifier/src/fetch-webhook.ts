import type { WebhookHandlers } from './events.ts'
import { createReceiver, type Delivery, type WebhookOptions } from './receiver.ts'

/**
 * A receiver for every framework that uses `Request` and `Response`: Next's app router, Hono, Workers, Deno, Bun.
 *
 * If the runtime passes a context with `waitUntil`, handlers that outlast the response are kept alive with it.
 *
 * @example export const POST = fetchWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove })
 */
export function fetchWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (request: Request, ...context: unknown[]) => Promise<Response> {
  const receive = createReceiver(options, handlers)
  return async (request, ...context) => {
    const { text, ...init } = await receive({
      body: () => request,
      headers: request.headers,
      context: context.find((value) => Object(value).waitUntil) as Delivery['context'],
    })
    return new Response(text, init)
  }
}
