import type { WebhookHandlers } from './events.ts'
import { type KeptBody, type NodeRequest, nodeReceiver } from './node-receiver.ts'
import type { WebhookOptions } from './receiver.ts'

/** The value of `@Req()`: a request of express, or one of fastify, which wraps one of `node:http`. */
export type NestRequest = NodeRequest | (KeptBody & { readonly raw: NodeRequest })

/** The part of the value of `@Res()` that the receiver uses. It is the same in express and fastify. */
export interface NestResponse {
  status(status: number): unknown
  header(name: string, value: string): unknown
  send(text: string): unknown
}

/**
 * A receiver for a method of a Nest controller, on express or fastify. Create the application with
 * `NestFactory.create(AppModule, { rawBody: true })`.
 *
 * @example readonly receive = nestWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove })
 */
export function nestWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (request: NestRequest, response: NestResponse) => Promise<void> {
  const receive = nodeReceiver(options, handlers, FIX)
  return async (request, response) => {
    const { status, headers, text } = await receive('raw' in request ? request.raw : request, request)
    response.status(status)
    for (const [name, value] of Object.entries(headers)) response.header(name, value)
    response.send(text)
  }
}

const FIX = 'Make the application with NestFactory.create(AppModule, { rawBody: true }).'
