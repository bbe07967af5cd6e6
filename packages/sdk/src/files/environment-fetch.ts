import type { Dispatcher } from 'undici'
import { ConnectionError, PlatelightError } from '../transport/sdk-errors.ts'
import { type EnvironmentProxy, proxyFor } from './environment-proxy.ts'

/** Bun and Deno use the proxies of the environment themselves. */
const HAS_PROXIES = 'Bun' in globalThis || 'Deno' in globalThis

/** Connections through proxies, by proxy and by how it is used. */
const agents = new Map<string, Dispatcher>()

/**
 * The global fetch, through the proxy that the environment names for the address, if there is one.
 *
 * @throws ConnectionError that names the proxy; PlatelightError `invalid_proxy`, `proxy_unsupported`
 */
export async function environmentFetch(request: Request): Promise<Response> {
  const target = new URL(request.url)
  const proxy = HAS_PROXIES ? undefined : proxyFor(target, process.env)
  const undici = proxy && (await loadUndici(proxy))
  if (!proxy || !undici) return globalThis.fetch(request)
  // A proxy lets through what is encrypted, and fetches what is not.
  const proxyTunnel = target.protocol === 'https:'
  const key = `${proxy.url.href} ${proxyTunnel}`
  const dispatcher = agents.get(key) ?? new undici.ProxyAgent({ uri: proxy.url.href, proxyTunnel })
  agents.set(key, dispatcher)
  const { method, headers, body, redirect, signal } = request
  try {
    const reply = await undici.fetch(request.url, {
      dispatcher,
      method,
      redirect,
      signal,
      headers: [...headers],
      ...(body && { body: body as never, duplex: 'half' }),
    })
    const response = new Response(reply.body as ReadableStream | null, {
      status: reply.status,
      statusText: reply.statusText,
      headers: [...reply.headers],
    })
    return Object.defineProperty(response, 'url', { value: reply.url })
  } catch (thrown) {
    signal.throwIfAborted()
    const through = `through the proxy ${proxy.place} (${proxy.variable})`
    throw new ConnectionError(
      'connection_failed',
      `The connection to ${target.origin} ${through} failed (${reasonOf(thrown)}).`,
      { cause: thrown },
    )
  }
}

/** The error of the innermost cause. The library names the status of a proxy that refuses in a message of its own. */
function reasonOf(thrown: unknown): string {
  let inner = thrown as Error & { code?: string }
  while (inner.cause instanceof Error) inner = inner.cause
  const status = /Proxy response \((\d{3})\)/.exec(inner.message)?.[1]
  if (status === '407') return '407: it wants a user and a password, as in http://user:password@proxy.example.com:3128'
  if (status !== undefined) return `it answers ${status}`
  return inner.code ?? inner.message
}

/** The library that speaks to proxies. Node comes with a part of it only, and with all that is needed if it is told so. */
async function loadUndici({ variable, place }: EnvironmentProxy): Promise<typeof import('undici') | undefined> {
  try {
    // Not a literal: bundlers would look for a package that few need.
    return await import(/* webpackIgnore: true */ /* @vite-ignore */ String('undici'))
  } catch (cause) {
    if (process.env.NODE_USE_ENV_PROXY === '1') return undefined
    throw new PlatelightError(
      'proxy_unsupported',
      `${variable} names the proxy ${place}, for which the package undici is needed: npm install undici. Or set NODE_USE_ENV_PROXY=1 (Node 22.21, 24 and later), give the client a fetch of your own, or name the server in NO_PROXY.`,
      { cause },
    )
  }
}
