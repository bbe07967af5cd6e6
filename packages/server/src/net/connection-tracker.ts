import type { Socket } from 'node:net'

/** Finds the connection on which an error happened. A failed request throws the same error object as its socket. */
export function trackConnections() {
  const openedAt = new WeakMap<Socket, number>()
  const sockets = new WeakMap<Error, Socket>()

  return {
    /** Must be called with each connection when it opens. */
    watch(socket: Socket): void {
      openedAt.set(socket, performance.now())
      socket.prependListener('error', (error) => sockets.set(error, socket))
    },

    /** Whether a request that started at `startedAt` failed because a connection that was already open was cut. */
    wasOpenBefore(startedAt: number, error: unknown): boolean {
      const socket = error instanceof Error ? sockets.get(error) : undefined
      return (
        socket !== undefined && isCut(error as NodeJS.ErrnoException) && (openedAt.get(socket) ?? startedAt) < startedAt
      )
    },
  }
}

/**
 * Whether the connection was closed or reset by the other side. This process may also close one because of what it received.
 */
const isCut = ({ code, message }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNRESET' || code === 'EPIPE' || (code === 'UND_ERR_SOCKET' && message === 'other side closed')
