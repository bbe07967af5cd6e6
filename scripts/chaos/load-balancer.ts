import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/**
 * Gives each request to the next server. One that refuses the connection is passed over. A connection that breaks is broken for
 * the caller too, because the request may have been carried out.
 */
export async function createBalancer(servers: () => readonly string[]) {
  let turn = 0

  /** Sends a request to one server. @returns false when nothing listens there */
  const forward = (to: string, req: IncomingMessage, body: Buffer, res: ServerResponse): Promise<boolean> =>
    new Promise((resolve) => {
      const { method, headers } = req
      const onward = request(new URL(req.url ?? '/', to), { method, headers, agent: false })
      res.once('close', () => onward.destroy())
      onward.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false)
        res.destroy()
        resolve(true)
      })
      onward.once('response', (reply) => {
        res.writeHead(reply.statusCode ?? 502, reply.headers)
        pipeline(reply, res, () => {})
        resolve(true)
      })
      onward.end(body)
    })

  const balance = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const all = servers()
    const first = turn++
    for (let tried = 0; tried < all.length; tried++) {
      const server = all[(first + tried) % all.length] as string
      if (await forward(server, req, body, res)) return
    }
    res.destroy()
  }

  const server = createServer((req, res) => {
    balance(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
