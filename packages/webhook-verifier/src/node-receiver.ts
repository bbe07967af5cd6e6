import type { WebhookBody } from './body.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookHandlers } from './events.ts'
import { type Answer, createReceiver, type WebhookOptions } from './receiver.ts'

/** What may have been kept of a body when something read the stream first. */
export interface KeptBody {
  /** Bytes that were kept beside the parsed body, as cloud functions do. */
  readonly rawBody?: unknown
  /** What a parser left; used only when it is bytes or text. */
  readonly body?: unknown
}

/** What is needed of a request of `node:http`. */
export interface NodeRequest extends AsyncIterable<Uint8Array | string>, KeptBody {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** True when somebody has read from the stream. */
  readonly readableDidRead: boolean
  removeAllListeners(event: 'readable'): { on(event: 'data', listener: () => void): unknown }
}

/** What is needed of a response of `node:http`. */
export interface NodeResponse {
  readonly headersSent: boolean
  writeHead(status: number, headers: Readonly<Record<string, string>>): { end(text: string): unknown }
}

/** An answer with all its headers. */
export type NodeAnswer = Required<Answer>

/**
 * Receives requests of `node:http`, whatever framework stands around them.
 *
 * @param fix what to do in that framework when the body is gone
 * @returns the answer. Bytes that the framework kept on an object of its own are looked for there first.
 */
export function nodeReceiver(
  options: WebhookOptions,
  handlers: WebhookHandlers,
  fix: string,
): (request: NodeRequest, kept?: KeptBody) => Promise<NodeAnswer> {
  const receive = createReceiver(options, handlers)
  return async (request, kept = request) => {
    const body = () => rawBody(request, kept, fix)
    const { status, headers, text } = await receive({ body, headers: request.headers })
    // What was given up half-way has to be taken off the connection, or the sender never gets to read the answer.
    if (status === 413) request.removeAllListeners('readable').on('data', () => {})
    return { status, headers: { 'content-type': 'text/plain', ...headers }, text }
  }
}

/** {@link nodeReceiver} for frameworks whose response is that of `node:http`. */
export function nodeWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
  fix: string,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const receive = nodeReceiver(options, handlers, fix)
  return async (request, response) => {
    const { status, headers, text } = await receive(request)
    if (!response.headersSent) response.writeHead(status, headers).end(text)
  }
}

function rawBody(request: NodeRequest, kept: KeptBody, fix: string): WebhookBody {
  const raw = [kept.rawBody, kept.body, request.rawBody].find(
    (body) => typeof body === 'string' || ArrayBuffer.isView(body),
  )
  if (raw !== undefined) return raw as WebhookBody
  if (!request.readableDidRead) return request
  throw new WebhookVerificationError(500, 'body_not_raw', `The body was read before it could be verified. ${fix}`)
}
