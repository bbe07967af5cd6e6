import type { WebhookBody } from './body.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookHandlers } from './events.ts'
import { createReceiver, type WebhookOptions } from './receiver.ts'

/** What is needed of a request; those of express 4 and 5 and of `node:http` have it. */
export interface ExpressRequest extends AsyncIterable<Uint8Array | string> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** True when somebody has read from the stream. */
  readonly readableDidRead: boolean
  /** What a parser left; used only when it is bytes or text. */
  readonly body?: unknown
  removeAllListeners(event: 'readable'): { on(event: 'data', listener: () => void): unknown }
  /** Bytes that were kept beside the parsed body, as cloud functions do. */
  readonly rawBody?: unknown
}

/** What is needed of a response. */
export interface ExpressResponse {
  readonly headersSent: boolean
  writeHead(status: number, headers: Readonly<Record<string, string>>): { end(text: string): unknown }
}

/**
 * A receiver for express 4 and 5: put it before `express.json()`, or keep the raw bytes as `req.rawBody`.
 *
 * @example app.post('/hooks', expressWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove }))
 */
export function expressWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (request: ExpressRequest, response: ExpressResponse) => Promise<void> {
  const receive = createReceiver(options, handlers)
  return async (request, response) => {
    const { status, headers, text } = await receive({ body: () => rawBody(request), headers: request.headers })
    // What was given up half-way has to be taken off the connection, or the sender never gets to read the answer.
    if (status === 413) request.removeAllListeners('readable').on('data', () => {})
    const all = { 'content-type': 'text/plain', ...headers }
    if (!response.headersSent) response.writeHead(status, all).end(text)
  }
}

function rawBody(request: ExpressRequest): WebhookBody {
  const kept = [request.rawBody, request.body].find((body) => typeof body === 'string' || ArrayBuffer.isView(body))
  if (kept !== undefined) return kept as WebhookBody
  if (request.readableDidRead) throw new WebhookVerificationError(500, 'body_not_raw', FIX)
  return request
}

const FIX =
  'The body was parsed before it could be verified. Put this route before express.json(), or keep the bytes: ' +
  'express.json({ verify: (req, res, bytes) => { req.rawBody = bytes } }).'
