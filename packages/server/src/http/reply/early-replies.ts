import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, ServiceError } from '../../base/service-error.ts'
import { newRequestId } from '../frame/request-context.ts'
import { wireError } from './error-replies.ts'

/** Answers what is no request, and ends the connection whether or not the answer is read. */
export type ReplyEarly = (code: string | undefined, socket: Socket) => void

interface EarlyReplyDependencies {
  /** The rate-limit headers, for an address whose request was never read. */
  readonly headersFor: (address: string | undefined) => Readonly<Record<string, number>>
  /** The page of an error. */
  readonly docsUrl: (code: ErrorCode) => string
}

/** How long a caller may take to read why it was refused before the connection goes. */
const LINGER_MS = 1_000

const REFUSALS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time. Send it again.'],
}

/** Says in the contract's words why there is no other answer. */
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
    // Closing with unread bytes resets the connection, and the caller might never see the answer: so not at once.
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
