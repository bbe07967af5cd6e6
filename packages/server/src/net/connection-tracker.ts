import type { Socket } from 'node:net'

/** Knows of an error on which connection it happened: a request is given the very error that its socket had. */
export function trackConnections() {
  const openedAt = new WeakMap<Socket, number>()
  const sockets = new WeakMap<Error, Socket>()

  return {
    /** To be told of each connection when it is open. */
    watch(socket: Socket): void {
      openedAt.set(socket, performance.now())
      socket.prependListener('error', (error) => sockets.set(error, socket))
    },

    /** Whether a request that was begun at `begun` failed because a connection was cut that was there before it. */
    wasOpenBefore(begun: number, error: unknown): boolean {
      const socket = error instanceof Error ? sockets.get(error) : undefined
      return socket !== undefined && isCut(error as NodeJS.ErrnoException) && (openedAt.get(socket) ?? begun) < begun
    },
  }
}

/** Closed or reset, as opposed to a connection that was given up here because of what came on it. */
const isCut = ({ code, message }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNRESET' || code === 'EPIPE' || (code === 'UND_ERR_SOCKET' && message === 'other side closed')
