import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** What travels through a gate. `notifications`: whether they are let through; without them everything else is. */
interface GateOptions {
  readonly notifications?: boolean
}

/** A way to a database that can be closed, opened again, and led to another database. */
export async function gateTo(database: string, { notifications = true }: GateOptions = {}) {
  let target = new URL(database)
  const sockets = new Set<Socket>()
  let server: Server
  let dropped = 0
  const open = async (at: number) => {
    server = createServer((socket) => {
      const other = connect(Number(target.port), target.hostname)
      for (const one of [socket, other]) {
        sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => {
          sockets.delete(one)
          socket.destroy()
          other.destroy()
        })
      }
      socket.pipe(other)
      if (notifications) other.pipe(socket)
      else other.pipe(withoutNotifications(() => dropped++)).pipe(socket)
    }).listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const at = await open(0)
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String(at)
  return {
    /** The address of the database through the gate. */
    url: url.href,
    /** How many notifications were lost. */
    dropped: () => dropped,
    /** Cuts all connections, and refuses new ones. */
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    /** @param to The database that it leads to from now on. */
    async reopen(to: string = target.href) {
      target = new URL(to)
      await open(at)
    },
  }
}

const NOTIFICATION = 'A'.charCodeAt(0)
/** The type of a message, and its length without the type. */
const HEADER_BYTES = 5

/** Takes the notifications out of what PostgreSQL sends (frontend/backend protocol, version 3). */
function withoutNotifications(onDropped: () => void): Transform {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= HEADER_BYTES && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, rest.readUInt32BE(1) + 1)
        rest = rest.subarray(message.length)
        if (message[0] === NOTIFICATION) onDropped()
        else this.push(message)
      }
      done()
    },
  })
}
