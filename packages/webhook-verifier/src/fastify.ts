import type { WebhookHandlers } from './events.ts'
import { type NodeRequest, nodeReceiver } from './node-receiver.ts'
import type { WebhookOptions } from './receiver.ts'

/** The part of a fastify request that the receiver uses. */
export interface FastifyRequestLike {
  readonly raw: NodeRequest
}

/** The part of a fastify reply that the receiver uses. */
export interface FastifyReplyLike {
  code(status: number): unknown
  headers(values: Readonly<Record<string, string>>): unknown
  send(text: string): unknown
}

/** The options of a route, including its handler. */
export interface FastifyWebhookRoute {
  onRequest(request: FastifyRequestLike, reply: FastifyReplyLike): Promise<unknown>
  handler(): Promise<void>
}

/**
 * A receiver for fastify, as the options of a route. It responds before fastify parses the body, so parsers and the
 * position of the route do not matter.
 *
 * @example app.post('/hooks', fastifyWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove }))
 */
export function fastifyWebhook(options: WebhookOptions, handlers: WebhookHandlers): FastifyWebhookRoute {
  const receive = nodeReceiver(options, handlers, FIX)
  return {
    onRequest: async ({ raw }, reply) => {
      const { status, headers, text } = await receive(raw)
      reply.code(status)
      reply.headers(headers)
      return reply.send(text)
    },
    // Never called, but fastify requires a handler.
    handler: async () => {},
  }
}

const FIX =
  'An onRequest hook or the platform read it. Exclude this route there, or keep the bytes as request.raw.rawBody.'
