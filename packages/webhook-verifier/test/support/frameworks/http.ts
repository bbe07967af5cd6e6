import { once } from 'node:events'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Receiver, Sent } from './framework.ts'

/** A receiver behind a real socket. */
export async function served(listener: RequestListener): Promise<Receiver> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { send: (sent) => post(port, sent), close: () => closed(server) }
}

/** Sends over a new connection, with one line per given header. */
export async function post(port: number, { body, headers, method = 'POST' }: Sent) {
  const lines: Record<string, string[]> = { 'content-type': ['application/json'] }
  for (const [name, value] of headers) lines[name] = [...(lines[name] ?? []), value]
  const sent = request({ port, host: '127.0.0.1', path: '/hooks/photos', method, headers: lines, agent: false })
  const answered = once(sent, 'response')
  sent.end(method === 'GET' ? undefined : body)
  const [response] = await answered
  return { status: response.statusCode as number, text: await text(response) }
}

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}
