import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A delivery as the receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  /** Header names and values alternately, in the order in which they were sent. */
  readonly lines: readonly string[]
  readonly body: Buffer
  readonly at: number
}

/** A receiver that answers deliveries with these statuses in order, then repeats the last one. 0 never answers. */
export async function receiver(...statuses: number[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    received.push({ headers: request.headers, lines: request.rawHeaders, body, at: performance.now() })
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200
    if (status === 0) return
    response.writeHead(status, {
      'x-from': 'receiver',
      ...(status < 400 && status >= 300 && { location: '/elsewhere' }),
    })
    response.end(`answer ${status}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  onTestFinished(async () => void (await close()))
  return { url: `http://127.0.0.1:${port}/hooks`, received, close }
}
