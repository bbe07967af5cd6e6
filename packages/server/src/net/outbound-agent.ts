import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, buildConnector, Client, type Dispatcher, request } from 'undici'
import { abortable } from './abortable.ts'
import { type Allows, isRefusedAsWritten } from './address-policy.ts'
import { isPublicAddress } from './ip-ranges.ts'
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
  /** The way to public addresses. Default: directly. */
  readonly proxy?: URL | undefined
  /** Whether the proxy may be given names that have no address here. Only for names that the operator set. */
  readonly proxyKnowsNames?: boolean
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
  const find = guardedFind(allows, refuseName, resolveName)
  const connections = trackConnections()
  const open = buildConnector({
    lookup: lookupOf(find),
    timeout: Math.min(timeoutMs, MOST_CONNECT_MS),
  })
  const tunnel = options.proxy && createTunnel(options.proxy, Math.min(timeoutMs, MOST_CONNECT_MS))

  /** The proxy connects to the address that was checked here, so it opens no way around the check. */
  const throughProxy = async (openTunnel: OpenTunnel, target: buildConnector.Options): Promise<Socket | undefined> => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    if (isIP(host) !== 0) return isPublicAddress(host) ? openTunnel(host, port) : undefined
    if (options.proxyKnowsNames && (await resolveName(host)).length === 0) return openTunnel(host, port)
    const [first] = await find(host)
    return first && isPublicAddress(first.address) ? openTunnel(first.address, port) : undefined
  }

  const openAny: buildConnector.connector = (target, callback) => {
    if (!tunnel) return open(target, callback)
    throughProxy(tunnel, target).then(
      (socket) => {
        if (!socket) open(target, callback)
        else if (target.protocol === 'https:') open({ ...target, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }
  const connect: buildConnector.connector = (target, callback) =>
    openAny(target, (...[error, socket]) => {
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

/** Opens a connection to a host, which is an address or a name, through a proxy. */
type OpenTunnel = (host: string, port: number) => Promise<Socket>

/**
 * Connections through a proxy of HTTP, by its method CONNECT, for what is encrypted and for what is not.
 *
 * @param proxy May contain a user and a password, which errors do not show.
 */
function createTunnel({ origin, host: place, username, password }: URL, timeoutMs: number): OpenTunnel {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = username !== '' && { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
  return async (host, port) => {
    const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
    const client = new Client(origin, { connect: { timeout: timeoutMs } })
    const signal = AbortSignal.timeout(timeoutMs)
    const { statusCode, socket } = await client
      .connect({ path, headers: { host: path, ...headers }, signal })
      .catch(async (error: unknown) => {
        await client.destroy()
        throw error
      })
    const tunnel = socket as Socket
    tunnel.once('close', () => void client.destroy())
    if (statusCode === 200) return tunnel
    tunnel.on('error', () => {}).destroy()
    throw new Error(`the proxy ${place} (PLATELIGHT_OUTBOUND_PROXY) answered ${statusCode}`)
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

type Find = (name: string) => Promise<LookupAddress[]>

const guardedFind =
  (allows: Allows, refuseName: (name: string) => Error, resolveName: ResolveName): Find =>
  async (name) => {
    const startedAt = performance.now()
    const addresses = await resolveName(name)
    // A private address among public ones is the first step of DNS rebinding.
    if (addresses.length > 0 && addresses.every(({ address }) => allows(address))) return addresses
    await padDelay(startedAt)
    throw refuseName(name)
  }

const lookupOf =
  (find: Find): LookupFunction =>
  (name, options, callback) => {
    find(name).then(
      (addresses) => {
        const [first] = addresses
        if (options.all) (callback as unknown as (e: null, all: LookupAddress[]) => void)(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error as NodeJS.ErrnoException, '', 0),
    )
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
