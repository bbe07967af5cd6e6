import { ServiceError } from '../base/service-error.ts'
import { parseUrl } from '../base/text/parse-url.ts'
import type { Allows } from './address-policy.ts'
import { connectionFault } from './connection-fault.ts'
import { beyondLimit, decodeContent } from './decode-content.ts'
import type { ResolveName } from './name-resolver.ts'
import { createOutboundAgent } from './outbound-agent.ts'
import { createPerOwnerLimit } from './per-owner-limit.ts'

/** Fetches pictures from addresses that users give. */
export interface SafeFetch {
  /** Refuses an address that is wrong by its spelling, without using the network. @throws ServiceError (400) */
  check(address: string): URL
  /**
   * Downloads a picture for an account. It waits if the account has many downloads already.
   *
   * @throws ServiceError (400) that says what happened.
   */
  download(address: string, options: { accountId: string; signal?: AbortSignal }): Promise<Uint8Array>
  close(): Promise<void>
}

export interface SafeFetchOptions {
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly maxRedirects: number
  readonly allows: Allows
  readonly resolveName?: ResolveName
  readonly proxy?: URL | undefined
}

/** Simultaneous downloads of one account, including their look-ups, whatever channels they came through. */
const MAX_PER_ACCOUNT = 8

const unknown = (name: string) =>
  new ServiceError(
    'image_unreachable',
    `The picture could not be fetched: ${name} does not exist or has no public address. Use a public address, or upload the photo to /api/mobile/uploads.`,
  )

const blocked = (host: string) =>
  new ServiceError(
    'image_url_blocked',
    `${host} is not a public address. Give an address that everybody can reach, or upload the photo to /api/mobile/uploads.`,
  )

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { maxBytes, timeoutMs, maxRedirects, allows, resolveName, proxy } = options
  const agent = createOutboundAgent({
    allows,
    refuse: blocked,
    refuseName: unknown,
    timeoutMs,
    keepAliveMs: 1_000,
    resolveName,
    proxy,
  })
  const limited = createPerOwnerLimit(MAX_PER_ACCOUNT)

  const check = (address: string): URL => agent.check(parse(address))

  const fetchOnce = async (url: URL, signal: AbortSignal): Promise<Uint8Array | URL> => {
    const reply = await agent.request(url, {
      method: 'GET',
      signal,
      headers: { accept: 'image/*,*/*;q=0.1', 'user-agent': 'Platelight/1.0' },
    })
    const [location] = [reply.headers.location ?? []].flat()
    if (REDIRECTS.has(reply.statusCode) && location !== undefined) {
      reply.body.on('error', () => {}).destroy()
      return agent.check(redirectTarget(location, url))
    }
    if (reply.statusCode !== 200) {
      reply.body.on('error', () => {}).destroy()
      throw new ServiceError('image_unreachable', `${url.host} answered ${reply.statusCode} instead of a picture.`)
    }
    const packed = await collect(reply.body, Number(reply.headers['content-length'] ?? 0), maxBytes)
    return decodeContent(packed, { encoding: reply.headers['content-encoding'], host: url.host, maxBytes })
  }

  const follow = async (first: URL, signal: AbortSignal | undefined): Promise<Uint8Array> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout
    let url = first
    try {
      for (let hop = 0; hop <= maxRedirects; hop++) {
        const result = await fetchOnce(url, either)
        if (!(result instanceof URL)) return result
        url = result
      }
    } catch (error) {
      throw explain(error, url, timeout.aborted ? timeoutMs : undefined)
    }
    throw new ServiceError('image_unreachable', `The address redirects more than ${maxRedirects} times.`)
  }

  return {
    check,

    async download(address, { accountId, signal }) {
      const url = check(address)
      return limited(accountId, signal ?? NEVER, () => follow(url, signal))
    },

    close: agent.close,
  }
}

const NEVER = new AbortController().signal

const REDIRECTS = new Set([301, 302, 303, 307, 308])

function parse(address: string): URL {
  const url = parseUrl(address)
  if (!url) {
    throw new ServiceError(
      'image_url_invalid',
      'The image address is not a URL. It looks like https://example.com/photo.jpg.',
    )
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ServiceError('image_url_invalid', `An image address starts with https:// or http://, not ${url.protocol}`)
  }
  if (url.username || url.password) {
    throw new ServiceError('image_url_invalid', 'An image address cannot carry a user name or password.')
  }
  return url
}

/**
 * Where a redirect leads, as browsers read it: spaces and bytes beyond ASCII are allowed, and such bytes are UTF-8 if they can be.
 * A name and a password in it are dropped.
 */
function redirectTarget(location: string, base: URL): URL {
  const url = parseUrl(textOf(location), base)
  const leads = `${base.host} redirects to`
  if (!url) throw new ServiceError('image_unreachable', `${leads} something that is not a URL.`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ServiceError('image_unreachable', `${leads} an address that starts with ${url.protocol}, not https://.`)
  }
  url.username = ''
  url.password = ''
  return url
}

/** A header as UTF-8, or else as it is: in Latin-1. */
function textOf(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

async function collect(body: AsyncIterable<Uint8Array>, announced: number, maxBytes: number): Promise<Uint8Array> {
  if (announced > maxBytes) {
    ;(body as unknown as { destroy(): void }).destroy()
    throw beyondLimit(maxBytes)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw beyondLimit(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function explain(error: unknown, url: URL, timedOutMs: number | undefined): unknown {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ServiceError) return cause
  }
  if (timedOutMs !== undefined) {
    return new ServiceError(
      'image_unreachable',
      `${url.host} did not deliver the picture within ${timedOutMs / 1000} seconds.`,
    )
  }
  if (error instanceof Error && error.name === 'AbortError') return error
  const reason = connectionFault(error) ?? 'The connection failed.'
  return new ServiceError('image_unreachable', `The picture could not be fetched from ${url.host}. ${reason}`)
}
