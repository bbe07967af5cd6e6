import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from '../base/cli-errors.ts'
import { type HeaderLines, headerLines } from './post-event.ts'

/** A delivery with its exact bytes. */
export interface ReceivedDelivery {
  readonly headers: HeaderLines
  readonly body: Buffer
}

export interface ReceiverAnswer {
  readonly status: number
  readonly headers?: HeaderLines
  readonly body: string | Buffer
}

export interface Receiver {
  readonly url: string
  /** Stops accepting deliveries, and gives those in progress a moment to be answered. */
  close(): Promise<void>
}

/** The same limit as in the verifiers. */
const MAX_BYTES = 1_048_576
const CLOSE_MS = 1_000

/**
 * Opens a receiver for deliveries on the loopback interface.
 *
 * @param port 0 for any free port
 * @param answer answers a delivery; if it throws, the answer is 500
 * @throws CliError if the port is in use
 */
export async function openReceiver(
  port: number,
  answer: (delivery: ReceivedDelivery) => Promise<ReceiverAnswer>,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    void handle(request).then(
      (result) => reply(response, result),
      () => reply(response, { status: 500, body: 'failed\n' }),
    )
  })

  async function handle(request: IncomingMessage): Promise<ReceiverAnswer> {
    if (request.method !== 'POST') {
      return { status: 405, headers: [['Allow', 'POST']], body: 'Webhooks arrive here by POST.\n' }
    }
    const body = await bytesOf(request)
    if (!body) return { status: 413, headers: [['Connection', 'close']], body: `More than ${MAX_BYTES} bytes.\n` }
    return answer({ headers: headerLines(request), body })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notListening(port, error)))
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref()
      }),
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  // Read to the end: leaving the loop early would destroy the connection before the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= MAX_BYTES) chunks.push(chunk)
  }
  return length > MAX_BYTES ? undefined : Buffer.concat(chunks)
}

function reply(response: ServerResponse, { status, headers = [], body }: ReceiverAnswer): void {
  const bytes = Buffer.from(body)
  const type = headers.some(([name]) => /^content-type$/i.test(name)) ? [] : [['Content-Type', 'text/plain'] as const]
  response.writeHead(status, [...headers, ...type, ['Content-Length', String(bytes.length)] as const].flat())
  response.end(bytes)
}

function notListening(port: number, { code, message }: NodeJS.ErrnoException): CliError {
  const reason = code === 'EADDRINUSE' ? `Port ${port} is in use` : `Cannot listen on port ${port}: ${message}`
  return new CliError(`${reason}. Choose another with --port, or 0 for any free port.`, undefined, 'port_unavailable')
}
