import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { createBroken } from './broken.ts'
import { type Ask, createNames } from './names.ts'
import { orAborted } from './or-aborted.ts'

export interface DoorOptions {
  /** Which addresses may be connected to: those of the public internet, or in development any. */
  readonly allows: (address: string) => boolean
  /** Makes what is thrown for a host that may not be connected to. */
  readonly refuse: (host: string) => Error
  readonly timeoutMs: number
  /** Connections to one origin; as many as there are requests when it is left out. */
  readonly connections?: number
  readonly keepAliveMs: number
  /** Shared by all doors, so that together they leave room in the thread pool. */
  readonly names?: Ask | undefined
}

export interface DoorRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  /** Text, so that it can be sent again. */
  readonly body?: string
  readonly signal: AbortSignal
}

/**
 * The one way out of the server. The address that was checked is the address that is connected to: the check sits in the
 * resolver, where a second, different answer cannot slip between. The resolver is never asked about IP literals, hence
 * the check on each URL. Redirects are not followed.
 *
 * A kept connection may be closed by the other side in the moment in which it is used again. That says nothing about
 * whether it would take the request, which is therefore repeated, once and on a new connection.
 */
export function createDoor(options: DoorOptions) {
  const { allows, refuse, timeoutMs, connections, keepAliveMs, names = createNames() } = options
  const broken = createBroken()
  const open = buildConnector({
    lookup: guardedLookup(allows, refuse, names),
    timeout: Math.min(timeoutMs, MOST_CONNECT_MS),
  })
  const connect: buildConnector.connector = (wish, callback) =>
    open(wish, (...[error, socket]) => {
      // Left out, not null, where it could not be opened.
      if (!socket) return callback(error, null)
      broken.watch(socket)
      callback(null, socket)
    })
  const common = { connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const agent = new Agent({
    ...common,
    connections: connections ?? null,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  })
  /** A new connection for each request, which is not kept. */
  const fresh = new Agent({ ...common, connections: connections ?? null, pipelining: 0 })

  /** Refuses an address that is written in numbers and may not be connected to, without any network. */
  const check = (url: URL): URL => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !allows(host)) throw refuse(host)
    return url
  }

  const send = async (url: URL, wish: DoorRequest): Promise<Dispatcher.ResponseData> => {
    const begun = performance.now()
    try {
      return await request(url, { ...wish, dispatcher: agent })
    } catch (error) {
      if (wish.signal.aborted || !broken.wasOpenBefore(begun, error)) throw error
      return request(url, { ...wish, dispatcher: fresh })
    }
  }

  return {
    check,
    /** @throws What the signal gives as its reason, at once and in every phase, also while a name is looked up. */
    request: (url: URL, wish: DoorRequest) => orAborted(send(check(url), wish), wish.signal),
    close: async () => {
      await Promise.all([agent.destroy(), fresh.destroy()])
    },
  }
}

const MOST_CONNECT_MS = 10_000

const guardedLookup = (
  allows: (address: string) => boolean,
  refuse: (host: string) => Error,
  names: Ask,
): LookupFunction => {
  const find = async (hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const addresses = await names(hostname, options)
    // One private answer among public ones is how rebinding begins.
    if (addresses.length === 0 || addresses.some(({ address }) => !allows(address))) throw refuse(hostname)
    return addresses
  }
  return (hostname, options, callback) => {
    find(hostname, options).then(
      (addresses) => {
        const [first] = addresses
        if (options.all) (callback as unknown as (e: null, all: LookupAddress[]) => void)(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error as NodeJS.ErrnoException, '', 0),
    )
  }
}
