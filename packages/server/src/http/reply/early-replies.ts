import { STATUS_CODES } from 'node:http'
import { type ErrorCode, ServiceError } from '../../base/service-error.ts'
import type { ReplyEarly } from '../connection/socket-server.ts'
import { newRequestId } from '../stages/request-context.ts'
import { wireError } from './wire-error.ts'

interface EarlyReplyDependencies {
  /** The rate-limit headers of an address whose request was not read. */
  readonly headersFor: (address: string | undefined) => Readonly<Record<string, number>>
  /** The web page of an error code. */
  readonly docsUrl: (code: ErrorCode) => string
}

/** How long a caller has to read the reply before the connection is closed. */
const LINGER_MS = 1_000

const REFUSALS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time. Send it again.'],
}

/** Replies in the contract's form to bytes that are not a request, and closes the connection. */
export const createEarlyReply =
  ({ headersFor, docsUrl }: EarlyReplyDependencies): ReplyEarly =>
  (code, socket) => {
    if (socket.destroyed || !socket.writable) {
      socket.destroy()
      return
    }
    const id = newRequestId()
    const [error, message] = REFUSALS[code ?? ''] ?? ['bad_request', 'This is not an HTTP request.']
    const { status, body } = wireError(new ServiceError(error, message), { id, v1: false }, docsUrl)
    const text = JSON.stringify(body)
    const lines = Object.entries({
      Date: new Date().toUTCString(),
      'X-Request-Id': id,
      ...headersFor(socket.remoteAddress),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      Connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
    // Not closed at once: closing with unread bytes resets the connection, and the caller might never see the reply.
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
