import type { WebhookHandlers } from './events.ts'
import { type NodeRequest, type NodeResponse, nodeWebhook } from './node-receiver.ts'
import type { WebhookOptions } from './receiver.ts'

/**
 * A receiver for express 4 and 5, and for plain `node:http`. Put it before `express.json()`, or keep the raw bytes as
 * `req.rawBody`.
 *
 * @example app.post('/hooks', expressWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove }))
 */
export function expressWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return nodeWebhook(options, handlers, FIX)
}

const FIX =
  'Put this route before express.json(), or keep the bytes: ' +
  'express.json({ verify: (req, res, bytes) => { req.rawBody = bytes } }).'
