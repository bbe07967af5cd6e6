import type { WebhookHandlers } from './events.ts'
import { type NodeRequest, nodeReceiver } from './node-receiver.ts'
import type { WebhookOptions } from './receiver.ts'

/** What is needed of a request of fastify. */
export interface FastifyRequestLike {
  readonly raw: NodeRequest
}

/** What is needed of a reply of fastify. */
export interface FastifyReplyLike {
  code(status: number): unknown
  headers(values: Readonly<Record<string, string>>): unknown
  send(text: string): unknown
}

/** Options of a route, with its handler among them. */
export interface FastifyWebhookRoute {
  onRequest(request: FastifyRequestLike, reply: FastifyReplyLike): Promise<unknown>
  handler(): Promise<void>
}

/**
 * A receiver for fastify, as the options of a route. It answers before fastify's parsers come to the body, so it does
 * not matter which there are, nor where the route stands.
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
    // Never reached: fastify only wants to be given one.
    handler: async () => {},
  }
}

const FIX =
  'An onRequest hook or the platform did so: leave the body of this route to it, or keep the bytes as request.raw.rawBody.'
