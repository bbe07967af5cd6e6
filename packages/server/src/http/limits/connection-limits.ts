import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { MINUTE_MS } from '../../base/durations.ts'
import { rateLimitSubject } from './client-address.ts'

export interface ConnectionLimits {
  readonly total: number
  /** Undefined when all callers come through a proxy. */
  readonly perAddress: number | undefined
  readonly logger: Logger
}

/** A flood of connections must not flood the log. */
const LOG_EVERY_MS = MINUTE_MS

/**
 * Closes connections beyond the limits as they arrive, so that the process does not run out of file descriptors. Each process
 * has its own, so it counts by itself.
 */
export function limitConnections(server: Server, { total, perAddress, logger }: ConnectionLimits): void {
  const open = new Map<string, number>()
  let loggedAt = Number.NEGATIVE_INFINITY
  const noteRefused = (address: string, limit: number) => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = performance.now()
    logger.warn({ address, limit }, 'connections are closed because too many are open')
  }

  server.maxConnections = total
  server.on('drop', (dropped) => noteRefused(rateLimitSubject(dropped?.remoteAddress), total))
  if (perAddress === undefined) return

  server.on('connection', (socket: Socket) => {
    const address = rateLimitSubject(socket.remoteAddress)
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count <= perAddress) return
    noteRefused(address, perAddress)
    socket.destroy()
  })
}
