import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'

/** The other side of a connection, as well or as badly behaved as told. Everything listens on loopback. */
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
    /** A web server; answers its address. */
    http: async (listener: RequestListener) => `http://127.0.0.1:${await listen(createHttpServer(listener))}/in`,
    /** A server that speaks what it is made to speak; answers its port. */
    raw: (onSocket: (socket: Socket) => void) =>
      listen(
        createSocketServer((socket) => {
          socket.on('error', () => {})
          onSocket(socket)
        }),
      ),
    /** Nobody listens there any more, and no connection is left. */
    close() {
      for (const one of closing.splice(0)) one()
    },
  }
}
