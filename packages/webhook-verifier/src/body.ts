import { WebhookVerificationError } from './error.ts'
import type { Payload } from './signature.ts'

/** The unparsed body: bytes, text, an unread web or Node stream, or the `Request` itself. */
export type WebhookBody =
  | Payload
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>
  | { readonly body: ReadableStream<Uint8Array> | null; readonly bodyUsed: boolean }

/**
 * @throws WebhookVerificationError `body_too_large`, or `body_not_raw` if the body was already parsed or read. That is
 *   thrown at once, because waiting for its bytes would never end.
 */
export async function readBody(body: WebhookBody, maxBytes: number): Promise<ArrayBuffer> {
  const parts: Blob[] = []
  let length = 0
  const source = open(body)
  // Not `for await`, because leaving such a loop early destroys a Node request and the connection for the response.
  for (let part = await source.next(); !part.done; part = await source.next()) {
    const bytes = new Blob([part.value as BlobPart])
    length += bytes.size
    // Negated, so that NaN does not allow every size.
    if (!(length <= maxBytes)) {
      throw new WebhookVerificationError(413, 'body_too_large', `More than ${maxBytes} bytes.`)
    }
    parts.push(bytes)
  }
  return new Blob(parts).arrayBuffer()
}

interface Part {
  readonly done?: boolean | undefined
  readonly value?: Payload | undefined
}

/** The members of a web or Node stream. */
interface Streamed extends Partial<AsyncIterable<Payload>> {
  getReader?(): { read(): Promise<Part> }
  readonly locked?: boolean
  readonly readableDidRead?: boolean
}

function open(given: WebhookBody): { next(): Part | Promise<Part> } {
  const { body: inner, bodyUsed } = Object(given) as Partial<Request>
  // A request without a body is empty, not unreadable.
  const body = bodyUsed === false ? (inner ?? '') : given
  // Not checked with `instanceof`, because test runners have their own ArrayBuffer.
  if (typeof body === 'string' || 'byteLength' in Object(body)) return [body as Payload].values()
  const stream: Streamed = Object(body)
  if (!stream.locked && !stream.readableDidRead) {
    const reader = stream.getReader?.()
    if (reader) return { next: () => reader.read() }
    const iterator = stream[Symbol.asyncIterator]?.()
    if (iterator) return iterator
  }
  throw new WebhookVerificationError(500, 'body_not_raw', 'Verify the body before it is read.')
}
