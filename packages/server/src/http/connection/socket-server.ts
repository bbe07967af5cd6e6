import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { type ConnectionLimits, limitConnections } from '../limits/connection-limits.ts'
import type { ReplyEarly } from '../reply/early-replies.ts'
import { noteExpectsContinue, noteUnknownExpectation } from './expect-continue.ts'
import { createPipelines } from './pipelining.ts'

/** The application, shown every address as a path: proxies may send a whole URL, and attackers anything. */
export const withPathTargets =
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

export interface SocketServerSettings {
  /** PEM texts; left out for plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** A connection whose peer takes none of an answer for this long is cut, after twice as long at most. */
  readonly sendTimeoutMs?: number
  readonly connections?: ConnectionLimits
}

const SEND_TIMEOUT_MS = 30_000

/**
 * A server for the application that lets it decide whether a body is wanted at all, answers one request of a connection
 * at a time, and answers even what is no HTTP in the contract's words. Not listening yet.
 */
export function createSocketServer(
  { app, replyEarly }: { readonly app: RequestListener; readonly replyEarly: ReplyEarly },
  { tls, sendTimeoutMs = SEND_TIMEOUT_MS, connections }: SocketServerSettings = {},
): Server {
  const pipelines = createPipelines()
  const answer: RequestListener = (req, res) => pipelines.run(req, res, () => app(req, res))
  // The application refuses a request without a Host itself, with the headers that every answer has.
  const options = { requireHostHeader: false }
  const server = tls ? createSecureServer({ ...options, ...tls }, answer) : createServer(options, answer)
  // Longer than the idle time of common proxies, so that it is never us who closes under a request.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 66_000
  if (connections) limitConnections(server, connections)
  server.on('checkContinue', (req, res) => {
    noteExpectsContinue(req)
    answer(req, res)
  })
  server.on('checkExpectation', (req, res) => {
    noteUnknownExpectation(req)
    answer(req, res)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else pipelines.close(socket, () => replyEarly(error.code, socket))
  })

  // The socket's timer starts anew whenever any byte of an answer leaves, so slow readers are left alone.
  server.timeout = sendTimeoutMs
  server.on('timeout', (socket: Socket) => {
    const answering = pipelines.isAnswering(socket)
    // A first request that does not come is headersTimeout's business; one that is worked on takes its time.
    const isOurTurn = answering === undefined || (answering && socket.writableLength === 0)
    if (isOurTurn) socket.setTimeout(sendTimeoutMs)
    else socket.destroy()
  })
  return server
}
