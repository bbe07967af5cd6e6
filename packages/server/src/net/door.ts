import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import { type Ask, createNames } from './names.ts'

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

export type DoorRequest = Omit<Dispatcher.RequestOptions, 'path' | 'origin'>

/**
 * The one way out of the server. The address that was checked is the address that is connected to: the check sits in the
 * resolver, where a second, different answer cannot slip between. The resolver is never asked about IP literals, hence
 * the check on each URL. Redirects are not followed.
 */
export function createDoor(options: DoorOptions) {
  const { allows, refuse, timeoutMs, connections, keepAliveMs, names = createNames() } = options
  const agent = new Agent({
    connect: { lookup: guardedLookup(allows, refuse, names), timeout: Math.min(timeoutMs, MOST_CONNECT_MS) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: connections ?? null,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  })

  /** Refuses an address that is written in numbers and may not be connected to, without any network. */
  const check = (url: URL): URL => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !allows(host)) throw refuse(host)
    return url
  }

  return {
    check,
    request: (url: URL, options: DoorRequest) => request(check(url), { ...options, dispatcher: agent }),
    close: () => agent.destroy(),
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
