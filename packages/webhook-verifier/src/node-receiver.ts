import type { WebhookBody } from './body.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookHandlers } from './events.ts'
import { type Answer, createReceiver, type WebhookOptions } from './receiver.ts'

/** The body as kept by a framework that read the stream first. */
export interface KeptBody {
  /** The raw bytes next to the parsed body, as cloud functions keep them. */
  readonly rawBody?: unknown
  /** The result of a parser. It is used only if it is bytes or text. */
  readonly body?: unknown
}

/** The part of a `node:http` request that the receiver uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array | string>, KeptBody {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Whether the stream has been read from. */
  readonly readableDidRead: boolean
  removeAllListeners(event: 'readable'): { on(event: 'data', listener: () => void): unknown }
}

/** The part of a `node:http` response that the receiver uses. */
export interface NodeResponse {
  readonly headersSent: boolean
  writeHead(status: number, headers: Readonly<Record<string, string>>): { end(text: string): unknown }
}

/** An answer that always has headers. */
export type NodeAnswer = Required<Answer>

/**
 * Receives `node:http` requests, independent of the framework around them.
 *
 * @param fix what to do in that framework if the body was already read
 * @returns a function that gives the answer. `kept` is the framework's own object, which is searched first for raw bytes.
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
    // The rest of a refused body has to be read, or the sender never reads the response.
    if (status === 413) request.removeAllListeners('readable').on('data', () => {})
    return { status, headers: { 'content-type': 'text/plain', ...headers }, text }
  }
}

/** {@link nodeReceiver} for frameworks that use the response of `node:http`. */
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
