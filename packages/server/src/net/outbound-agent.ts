import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { abortable } from './abortable.ts'
import { type Allows, isRefusedAsWritten } from './address-policy.ts'
import { trackConnections } from './connection-tracker.ts'
import { createNameResolver, type ResolveName } from './name-resolver.ts'

export interface OutboundAgentOptions {
  /** Which addresses may be connected to. */
  readonly allows: Allows
  /** Makes what is thrown for a host that by what is written may not be connected to. */
  readonly refuse: (host: string) => Error
  /**
   * Makes what is thrown for a name without an address that may be connected to. It is not told why: whether a name exists
   * that only the server's own network knows is nobody else's business.
   */
  readonly refuseName: (name: string) => Error
  readonly timeoutMs: number
  readonly keepAliveMs: number
  readonly resolveName?: ResolveName | undefined
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  /** Text, so that it can be sent again. */
  readonly body?: string
  readonly signal: AbortSignal
}

/**
 * The one way out of the server. The address that was checked is the address that is connected to: the check sits in the
 * resolver, where a second, different answer cannot slip between. The resolver is never asked about IP literals, hence
 * the check on each URL. Connections to an origin are as many as there are requests, so that none waits for another's. Redirects are not followed.
 *
 * A kept connection may be closed by the other side in the moment in which it is used again. That says nothing about
 * whether it would take the request, which is therefore repeated, once and on a new connection.
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
      // Left out, not null, where it could not be opened.
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

  /** Refuses an address that by what is written may not be connected to, without any network. */
  const check = (url: URL): URL => {
    if (isRefusedAsWritten(url.hostname, allows)) throw refuse(url.hostname.replace(/^\[|\]$/g, ''))
    return url
  }

  const send = async (url: URL, outgoing: OutboundRequest): Promise<Dispatcher.ResponseData> => {
    const begun = performance.now()
    try {
      return await request(url, { ...outgoing, dispatcher: agent })
    } catch (error) {
      if (outgoing.signal.aborted || !connections.wasOpenBefore(begun, error)) throw error
      return request(url, { ...outgoing, dispatcher: freshAgent })
    }
  }

  return {
    check,
    /** @throws What the signal gives as its reason, at once and in every phase, also while a name is looked up. */
    request: (url: URL, outgoing: OutboundRequest) => abortable(send(check(url), outgoing), outgoing.signal),
    close: async () => {
      await Promise.all([agent.destroy(), freshAgent.destroy()])
    },
  }
}

const MOST_CONNECT_MS = 10_000

/**
 * A name that leads nowhere is told after one of these times, whatever was found and however soon. Otherwise the time would
 * tell a name that exists in the server's own network from one that does not.
 */
const UNKNOWN_NAME_AFTER_MS = [1_000, 3_000]

async function padDelay(begun: number): Promise<void> {
  const elapsed = performance.now() - begun
  const told = UNKNOWN_NAME_AFTER_MS.find((after) => after > elapsed)
  if (told !== undefined) await wait(told - elapsed)
}

const guardedLookup = (
  allows: Allows,
  refuseName: (name: string) => Error,
  resolveName: ResolveName,
): LookupFunction => {
  const find = async (name: string): Promise<LookupAddress[]> => {
    const begun = performance.now()
    const addresses = await resolveName(name)
    // One private answer among public ones is how rebinding begins.
    if (addresses.length > 0 && addresses.every(({ address }) => allows(address))) return addresses
    await padDelay(begun)
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
