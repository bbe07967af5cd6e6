import type { LookupAddress } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { abortable } from './abortable.ts'
import { type Allows, isRefusedAsWritten } from './address-policy.ts'
import { createNameResolver, type ResolveName } from './name-resolver.ts'

export interface OutboundAgentOptions {
  /** The addresses that may be connected to. */
  readonly allows: Allows
  /** Creates the error for a host that is refused by its spelling. */
  readonly refuse: (host: string) => Error
  /**
   * Creates the error for a name without a permitted address. It gets no reason: whether a name exists only in the server's
   * own network must not be revealed.
   */
  readonly refuseName: (name: string) => Error
  readonly timeoutMs: number
  readonly keepAliveMs: number
  readonly resolveName?: ResolveName | undefined
}

export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly headers: Record<string, string>
  /** A stream is opened by a function, so that it can be sent again. */
  readonly body?: string | Uint8Array | (() => Readable)
  /** Milliseconds until the headers of the reply, if another limit than the agent's; 0 leaves it to the signal. */
  readonly headersTimeout?: number
  /** Sends it once, on a connection of its own. For requests that have an effect each time. */
  readonly once?: boolean
  readonly signal: AbortSignal
}

/**
 * All requests to the outside go through this agent. It connects to exactly the address that was checked: the check is part
 * of the resolver, so a second look-up cannot return a different address. The resolver is not used for IP literals, so each
 * URL is checked as well. Each request may open a connection of its own, so none waits for another. Redirects are not
 * followed.
 *
 * The other side may close a kept connection just when it is used again. That does not mean that it refuses the request, so
 * the request is repeated once, on a new connection.
 */
export function createOutboundAgent(options: OutboundAgentOptions) {
  const { allows, refuse, refuseName, timeoutMs, keepAliveMs, resolveName = createNameResolver() } = options
  const connections = trackConnections()
  const open = buildConnector({
    lookup: guardedLookup(allows, refuseName, resolveName),
    timeout: Math.min(timeoutMs, MOST_CONNECT_MS),
  })
  const connect: buildConnector.connector = (target, callback) =>
    open(target, (...[error, socket]) => {
      // If the connection could not be opened, the socket is undefined, and not null.
      if (!socket) return callback(error, null)
      connections.watch(socket)
      callback(null, socket)
    })
  const common = { connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const agent = new Agent({
    ...common,
    connections: null,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  })
  /** A new connection for each request, which is not kept. */
  const freshAgent = new Agent({ ...common, connections: null, pipelining: 0 })

  /** Refuses a host by its spelling alone, without using the network. */
  const check = (url: URL): URL => {
    if (isRefusedAsWritten(url.hostname, allows)) throw refuse(url.hostname.replace(/^\[|\]$/g, ''))
    return url
  }

  const send = async (url: URL, outgoing: OutboundRequest): Promise<Dispatcher.ResponseData> => {
    const startedAt = performance.now()
    const { body, once = false, ...rest } = outgoing
    const opened = () => ({ ...rest, body: typeof body === 'function' ? body() : (body ?? null) })
    try {
      return await request(url, { ...opened(), dispatcher: once ? freshAgent : agent })
    } catch (error) {
      if (once || outgoing.signal.aborted || !connections.wasOpenBefore(startedAt, error)) throw error
      return request(url, { ...opened(), dispatcher: freshAgent })
    }
  }

  return {
    check,
    /** @throws The reason of the signal, at once and in every phase, also during a look-up. */
    request: (url: URL, outgoing: OutboundRequest) => abortable(send(check(url), outgoing), outgoing.signal),
    close: async () => {
      await Promise.all([agent.destroy(), freshAgent.destroy()])
    },
  }
}

const MOST_CONNECT_MS = 10_000

/**
 * A name without a permitted address is refused after one of these times, whatever was found and however soon. Otherwise the
 * time would reveal whether a name exists in the server's own network.
 */
const UNKNOWN_NAME_AFTER_MS = [1_000, 3_000]

async function padDelay(startedAt: number): Promise<void> {
  const elapsed = performance.now() - startedAt
  const refuseAt = UNKNOWN_NAME_AFTER_MS.find((after) => after > elapsed)
  if (refuseAt !== undefined) await wait(refuseAt - elapsed)
}

const guardedLookup = (
  allows: Allows,
  refuseName: (name: string) => Error,
  resolveName: ResolveName,
): LookupFunction => {
  const find = async (name: string): Promise<LookupAddress[]> => {
    const startedAt = performance.now()
    const addresses = await resolveName(name)
    // A private address among public ones is the first step of DNS rebinding.
    if (addresses.length > 0 && addresses.every(({ address }) => allows(address))) return addresses
    await padDelay(startedAt)
    throw refuseName(name)
  }
  return (name, options, callback) => {
    find(name).then(
      (addresses) => {
        const [first] = addresses
        if (options.all) (callback as unknown as (e: null, all: LookupAddress[]) => void)(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error as NodeJS.ErrnoException, '', 0),
    )
  }
}

/** Finds the connection on which an error happened. A failed request throws the same error object as its socket. */
function trackConnections() {
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
