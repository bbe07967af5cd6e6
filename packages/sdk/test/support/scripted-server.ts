import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { Platelight, type PlatelightOptions } from '../../src/index.ts'

/** A request as it arrived. */
export interface Recorded {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** When its first line arrived, in milliseconds since 1970. */
  readonly at: number
  /** The same moment on a monotonic clock. */
  readonly monotonic: number
}

export type Reply = (response: ServerResponse, request: Recorded) => void | Promise<void>

/** Answers before the body has been read. */
export type Early = Reply & { early?: boolean }

export interface TestServer {
  readonly url: string
  readonly requests: Recorded[]
  /** How many clients disconnected before the response. */
  readonly hungUp: () => number
}

/** A local HTTP server that sends these replies in order and then repeats the last one. */
export async function serve(...replies: Early[]): Promise<TestServer> {
  const requests: Recorded[] = []
  let hungUp = 0
  const server = createServer(async (request, response) => {
    const at = Date.now()
    const monotonic = performance.now()
    response.on('close', () => {
      if (!response.writableEnded) hungUp++
    })
    const reply = replies[Math.min(arrived++, replies.length - 1)]
    const chunks: Buffer[] = []
    try {
      if (!reply?.early) for await (const chunk of request) chunks.push(chunk)
    } catch {
      // The client disconnected during its body. The received part is kept.
    }
    const { method = '', url = '', headers } = request
    const recorded = { method, url, headers, body: Buffer.concat(chunks), at, monotonic }
    requests.push(recorded)
    await reply?.(response, recorded)
  })
  let arrived = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, hungUp: () => hungUp }
}

/** A local address on which nothing listens. */
export async function nowhere(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Early =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers })
    response.end(JSON.stringify(body))
  }

export const text =
  (status: number, body: string | Buffer, contentType: string, headers: Record<string, string> = {}): Early =>
  (response) => {
    response.writeHead(status, { 'content-type': contentType, ...headers })
    response.end(body)
  }

/** The error object of the service. */
export const refusal = (status: number, code: string, fields: object = {}, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: `It is ${code}.`, ...fields } }, headers)

/** Accepts the request and never answers. */
export const silence: Early = () => undefined

/** Closes the connection without an answer. */
export const hangUp: Early = (response) => {
  response.socket?.destroy()
}

/** A client of the server with a key. It logs nothing by default. */
export const clientOf = (server: { readonly url: string }, options: PlatelightOptions = {}) =>
  new Platelight({ apiKey: 'pl_live_test', baseUrl: server.url, logLevel: 'off', ...options })

export const photo = (fields: object = {}) => ({
  id: 'run_1',
  status: 'completed',
  creditsUsed: 1,
  original: { url: 'http://127.0.0.1:9/original.jpg', width: 4, height: 3 },
  enhanced: { square: 'http://127.0.0.1:9/square.jpg' },
  metadata: { preset: 'balanced', processedAt: '2026-11-21T09:30:00.000Z' },
  engine: 'local',
  faithfulness: 'faithful',
  warnings: [],
  ...fields,
})

export const credits = {
  credits: 7,
  subscription_plan: 'Free',
  subscription_status: 'active',
  credits_used_this_month: 3,
  next_renewal: '2026-12-01T00:00:00.000Z',
}
