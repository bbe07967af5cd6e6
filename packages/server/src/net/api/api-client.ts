import { setTimeout as wait } from 'node:timers/promises'
import { parseUrl } from '../../base/text/parse-url.ts'
import type { Allows } from '../address-policy.ts'
import type { ResolveName } from '../name-resolver.ts'
import { createOperatorAgent } from '../operator-agent.ts'
import { createOutboundAgent, type OutboundRequest } from '../outbound-agent.ts'
import { ApiClientError, blockedHost, explainFailure } from './api-client-error.ts'

/** What `fetch` takes, and whether a request other than GET and HEAD may be sent again. */
export interface ApiRequest extends RequestInit {
  /** Set it only when the service does the same work once, however often it is asked. */
  readonly repeatable?: boolean
}

/** A client of another service's API, in the shape of `fetch`, so that libraries can use it. */
export interface ApiClient {
  /**
   * Sends a request and reads the whole reply. Any status is a reply. Redirects are not followed.
   *
   * @throws ApiClientError when there is no complete reply; the reason of the request's own signal when it aborts.
   */
  fetch(url: string | URL, init?: ApiRequest): Promise<Response>
  close(): Promise<void>
}

export interface ApiClientOptions {
  /** What the service is to a reader of an error: `the identity provider`. */
  readonly service: string
  /** The hosts that the operator set, each with its port unless that is the default of its scheme. They may be private. */
  readonly operatorHosts: ReadonlySet<string>
  /** The addresses that every other host may have, such as one that a reply named. */
  readonly allows: Allows
  readonly resolveName: ResolveName
  readonly proxy?: URL | undefined
  /** Texts that appear in no error. */
  readonly secrets: readonly string[]
  /** The limit of one request with all its repetitions. */
  readonly timeoutMs: number
  /** The largest body of a reply. */
  readonly maxBytes: number
}

const KEEP_ALIVE_MS = 4_000
const MAX_TRIES = 3
const FIRST_DELAY_MS = 200
/** Replies that a service gives while it restarts or is busy. */
const PASSING = new Set([429, 502, 503, 504])
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Creates a client of a service whose addresses the operator set. A GET or HEAD that fails for a passing reason is sent up to
 * three times. Any other request is sent once, and on a connection of its own: a kept one that is cut would be tried again.
 *
 * @example
 * const reply = await client.fetch('https://id.example.com/.well-known/openid-configuration')
 * const metadata = await reply.json()
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { service, operatorHosts, allows, resolveName, proxy, secrets, timeoutMs, maxBytes } = options
  const times = { timeoutMs, keepAliveMs: KEEP_ALIVE_MS, proxy }
  const operatorAgent = createOperatorAgent(times)
  const guarded = { ...times, allows, resolveName, refuse: blockedHost, refuseName: blockedHost }
  const publicAgent = createOutboundAgent(guarded)

  const sendOnce = async (
    request: Request,
    body: Uint8Array | undefined,
    { once, signal }: { readonly once: boolean; readonly signal: AbortSignal },
  ): Promise<Response> => {
    const url = new URL(request.url)
    const agent = operatorHosts.has(url.host) ? operatorAgent : publicAgent
    const headers = Object.fromEntries(request.headers)
    const method = request.method as OutboundRequest['method']
    const reply = await agent.request(url, { method, headers, ...(body && { body }), once, signal })
    const bytes = await readAtMost(reply.body, maxBytes)
    return new Response(WITHOUT_BODY.has(reply.statusCode) ? null : bytes, {
      status: reply.statusCode,
      headers: flat(reply.headers),
    })
  }

  return {
    async fetch(url, { repeatable = false, signal: own, ...init } = {}) {
      own?.throwIfAborted()
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = own ? AbortSignal.any([own, deadline]) : deadline
      const failureOf = (error: unknown): ApiClientError => {
        own?.throwIfAborted()
        return deadline.aborted
          ? new ApiClientError('timeout', `${service} did not answer within ${timeoutMs / 1000} s.`)
          : explainFailure(error, { service, host: hostOf(url), secrets })
      }
      try {
        const request = new Request(url, init)
        const body = init.body == null ? undefined : new Uint8Array(await request.arrayBuffer())
        const once = !repeatable && request.method !== 'GET' && request.method !== 'HEAD'
        let triesLeft = once ? 1 : MAX_TRIES
        for (let delayMs = FIRST_DELAY_MS; ; delayMs *= 2) {
          triesLeft--
          const result = await sendOnce(request, body, { once, signal }).catch(failureOf)
          const isFinal = result instanceof ApiClientError ? !result.isOutage : !PASSING.has(result.status)
          if (triesLeft === 0 || isFinal) {
            if (result instanceof ApiClientError) throw result
            return result
          }
          await wait(delayMs, undefined, { signal })
        }
      } catch (error) {
        throw error instanceof ApiClientError ? error : failureOf(error)
      }
    },

    close: async () => {
      await Promise.all([operatorAgent.close(), publicAgent.close()])
    },
  }
}

const hostOf = (url: string | URL): string => parseUrl(`${url}`)?.host ?? 'an unknown host'

async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new ApiClientError('too_large', `The reply is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))
