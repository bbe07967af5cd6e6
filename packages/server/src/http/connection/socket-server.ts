import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { parseUrl } from '../../base/text/parse-url.ts'
import { type ConnectionLimits, limitConnections } from '../limits/connection-limits.ts'
import { noteExpectsContinue, noteUnknownExpectation } from './expect-continue.ts'
import { createPipelines } from './pipelining.ts'

/** Gives the application every request target as a path. Proxies may send a whole URL, and attackers anything. */
export const withPathTargets =
  (app: RequestListener): RequestListener =>
  (req, res) => {
    const target = req.url ?? '/'
    if (!target.startsWith('/')) req.url = pathOf(target)
    app(req, res)
  }

function pathOf(target: string): string {
  const url = parseUrl(target)
  return url ? url.pathname + url.search : `/${encodeURIComponent(target)}`
}

/** Replies to bytes that are not a request, and closes the connection whether or not the reply is read. */
export type ReplyEarly = (code: string | undefined, socket: Socket) => void

export interface SocketServerSettings {
  /** PEM texts. Left out, the server speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** A connection whose peer reads nothing of a reply for this long is cut, at the latest after twice as long. */
  readonly sendTimeoutMs?: number
  readonly connections?: ConnectionLimits
}

const SEND_TIMEOUT_MS = 30_000

/**
 * Node's server for the application, not listening yet. The application decides whether a body is read, requests of a
 * connection are handled one at a time, and even bytes that are not HTTP get a reply in the contract's form.
 */
export function createSocketServer(
  { app, replyEarly }: { readonly app: RequestListener; readonly replyEarly: ReplyEarly },
  { tls, sendTimeoutMs = SEND_TIMEOUT_MS, connections }: SocketServerSettings = {},
): Server {
  const pipelines = createPipelines()
  const handle: RequestListener = (req, res) => pipelines.run(req, res, () => app(req, res))
  // The application refuses a request without Host itself, with the headers of every reply.
  const options = { requireHostHeader: false }
  const server = tls ? createSecureServer({ ...options, ...tls }, handle) : createServer(options, handle)
  // Longer than the idle time of common proxies, so that this server never closes a connection just as a request comes.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 66_000
  if (connections) limitConnections(server, connections)
  server.on('checkContinue', (req, res) => {
    noteExpectsContinue(req)
    handle(req, res)
  })
  server.on('checkExpectation', (req, res) => {
    noteUnknownExpectation(req)
    handle(req, res)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else pipelines.close(socket, () => replyEarly(error.code, socket))
  })

  // The socket's timer restarts with every byte that is sent, so slow readers are not cut.
  server.timeout = sendTimeoutMs
  server.on('timeout', (socket: Socket) => {
    const isHandling = pipelines.isHandling(socket)
    // headersTimeout handles a first request that never comes. A request that is worked on may take its time.
    const isOurTurn = isHandling === undefined || (isHandling && socket.writableLength === 0)
    if (isOurTurn) socket.setTimeout(sendTimeoutMs)
    else socket.destroy()
  })
  return server
}
