import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'

/** Servers that behave as well or as badly as a test needs. All listen on loopback. */
export function sockets() {
  const closing: (() => void)[] = []

  const listen = async (server: Server): Promise<number> => {
    const open = new Set<Socket>()
    server.on('connection', (socket: Socket) => open.add(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      for (const socket of open) socket.destroy()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  return {
    listen,
    /** Starts a web server. Returns its address. */
    http: async (listener: RequestListener) => `http://127.0.0.1:${await listen(createHttpServer(listener))}/in`,
    /** Starts a server with the given behaviour. Returns its port. */
    raw: (onSocket: (socket: Socket) => void) =>
      listen(
        createSocketServer((socket) => {
          socket.on('error', () => {})
          onSocket(socket)
        }),
      ),
    /** Stops listening and closes all connections. */
    close() {
      for (const one of closing.splice(0)) one()
    },
  }
}
