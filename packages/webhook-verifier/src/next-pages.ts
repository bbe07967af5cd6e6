import type { WebhookHandlers } from './events.ts'
import { type NodeRequest, type NodeResponse, nodeWebhook } from './node-receiver.ts'
import type { WebhookOptions } from './receiver.ts'

/**
 * A receiver for API routes of Next's pages router. The file has to disable Next's body parser with the line
 * `export const config = { api: { bodyParser: false } }`. For the app router, use `fetchWebhook`.
 *
 * @example export default nextPagesWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove })
 */
export function nextPagesWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return nodeWebhook(options, handlers, FIX)
}

const FIX = 'Add to this file: export const config = { api: { bodyParser: false } }'
