import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = (response: ServerResponse) => void

interface Arrived {
  readonly headers: IncomingHttpHeaders
  /** When it was complete, in milliseconds. */
  readonly at: number
}

export interface Stub {
  readonly url: string
  readonly requests: readonly Arrived[]
  /** How many connections the caller closed before the end of the reply. */
  hungUp(): number
  close(): void
}

/** What the services of all clients call the id of a request. */
export const REQUEST_ID = 'req_of_the_stub'

/** A local server that sends these replies in order, and then repeats the last one. */
export async function stub(...replies: readonly Reply[]): Promise<Stub> {
  const requests: Arrived[] = []
  let hungUp = 0
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) hungUp++
    })
    for (const name of ['x-request-id', 'request-id', 'x-github-request-id', 'x-fal-request-id'])
      response.setHeader(name, REQUEST_ID)
    request.resume().on('end', () => {
      requests.push({ headers: request.headers, at: Date.now() })
      replies[Math.min(requests.length, replies.length) - 1]?.(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hungUp: () => hungUp,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const sends =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? '' : text)
  }
