import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request. */
export type Fault =
  /** It is forwarded unchanged. */
  | 'pass'
  /** The connection is reset before anything is answered. */
  | 'reset'
  /** It is never answered. */
  | 'silence'
  /** It is answered with this status and error code. */
  | { readonly status: number; readonly code?: string; readonly headers?: Record<string, string> }
  /** The connection is cut after so many bytes of the body of the answer. */
  | { readonly cutAfter: number }
  /** One byte of the body is changed on the way there, or on the way back. */
  | { readonly corrupt: 'request' | 'reply' }

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly range: string | undefined
}

/** A proxy on loopback in front of an S3 server. `next` says what happens to each request, in their order. */
export async function faultProxy(target: string) {
  const requests: SeenRequest[] = []
  let next: (request: SeenRequest, index: number) => Fault | Promise<Fault> = () => 'pass'
  let sentBytes = 0

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const seen = { method: req.method ?? '', path: req.url ?? '', range: req.headers.range }
    const fault = await next(seen, requests.push(seen) - 1)
    if (fault === 'reset') return void req.socket.resetAndDestroy()
    if (fault === 'silence') return void req.resume()
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (typeof fault === 'object' && 'status' in fault) {
      res.writeHead(fault.status, fault.headers)
      return void res.end(req.method === 'HEAD' ? '' : `<Error><Code>${fault.code ?? 'Refused'}</Code></Error>`)
    }
    if (typeof fault === 'object' && 'corrupt' in fault && fault.corrupt === 'request') flip(body)

    // The host stays the proxy's, because it is part of the signature. After a HEAD, Swift sends more than it may, which would
    // spoil a connection that is kept.
    const { hostname, port } = new URL(target)
    const { method, url: path, headers } = req
    const onward = forward({ hostname, port, method, path, headers, agent: false })
    onward.on('error', () => {})
    onward.end(body)
    const [reply] = (await once(onward, 'response')) as [IncomingMessage]
    res.writeHead(reply.statusCode ?? 500, reply.headers)
    if (method === 'HEAD') return void res.end()
    await passOn(reply, res, fault)
  }

  const passOn = async (reply: AsyncIterable<Buffer>, res: ServerResponse, fault: Fault): Promise<void> => {
    const cutAfter = typeof fault === 'object' && 'cutAfter' in fault ? fault.cutAfter : Number.POSITIVE_INFINITY
    const closed = new Promise((resolve) => res.once('close', resolve))
    let sent = 0
    for await (const chunk of reply) {
      if (typeof fault === 'object' && 'corrupt' in fault && fault.corrupt === 'reply') flip(chunk)
      const part = chunk.subarray(0, cutAfter - sent)
      sent += part.byteLength
      sentBytes += part.byteLength
      const isTaken = res.write(part)
      if (sent >= cutAfter) {
        // What was written arrives first.
        setTimeout(() => res.destroy(), 50)
        return
      }
      if (!isTaken) await Promise.race([once(res, 'drain'), closed])
      if (res.destroyed) return
    }
    res.end()
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request that came. */
    requests,
    /** How many bytes of answers were passed on. */
    sentBytes: () => sentBytes,
    /** Begins a new count, with other faults. */
    faults(faults: typeof next): void {
      requests.length = 0
      sentBytes = 0
      next = faults
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const flip = (bytes: Buffer): void => {
  if (bytes.byteLength > 0) bytes[0] = (bytes[0] as number) ^ 0xff
}
