import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'

/** Callers that sent `Expect: 100-continue` and hold their body back until they are told to go on. */
const holding = new WeakSet<IncomingMessage>()

/** Tells a caller that holds its body back to send it; for everybody else nothing happens. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (holding.delete(req)) res.writeContinue()
}

/** Whether the body has not even been asked for. */
export const isHoldingBack = (req: IncomingMessage): boolean => holding.has(req)

/** The application, shown every address as a path: proxies may send a whole URL, and attackers anything. */
export const withPlainTargets =
  (app: RequestListener): RequestListener =>
  (req, res) => {
    const target = req.url ?? '/'
    if (!target.startsWith('/')) req.url = pathOf(target)
    app(req, res)
  }

function pathOf(target: string): string {
  if (!URL.canParse(target)) return `/${encodeURIComponent(target)}`
  const { pathname, search } = new URL(target)
  return pathname + search
}

/**
 * A server for the application that lets it decide whether a body is wanted at all, and that answers even what
 * is no HTTP in the contract's words. Not listening yet.
 *
 * @param tls PEM texts; left out for plain HTTP.
 */
export function createSocketServer(app: RequestListener, tls?: { cert: string; key: string }): Server {
  const server = tls ? createSecureServer(tls, app) : createServer(app)
  // Longer than the idle time of common proxies, so that it is never us who closes under a request.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 66_000
  server.on('checkContinue', (req, res) => {
    holding.add(req)
    app(req, res)
  })
  server.on('clientError', answerNonsense)
  return server
}

const NONSENSE: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}

function answerNonsense(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = NONSENSE[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.']
  const body = JSON.stringify({ error: { code: 'bad_request', message } })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
