import type { Allows } from './address-policy.ts'
import type { ResolveName } from './name-resolver.ts'
import { createOutboundAgent } from './outbound-agent.ts'

/** The result of a POST. */
export interface PostResult {
  /** Null when there was no reply. */
  readonly status: number | null
  /** Null when a reply arrived in time. */
  readonly error: PostError | null
  /** The first 4,096 bytes of the reply, as text. */
  readonly excerpt: string | null
  readonly durationMs: number
}

export type PostError =
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'unreachable'
  | 'tls'
  | 'blocked_address'
  | 'invalid_answer'
  | 'failed'

export interface SafePost {
  /**
   * Posts to an address that a user gave. Whatever the other side does is a result and not an error.
   *
   * @throws AbortError when the signal aborts.
   */
  send(
    url: string,
    options: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<PostResult>
  close(): Promise<void>
}

const MAX_EXCERPT_BYTES = 4_096

/**
 * Posts with a time limit. A reply counts once its headers have arrived, and either its whole body or more of it than is
 * kept. The rest is not read, so neither ten gigabytes nor one byte a second takes longer than the limit.
 *
 * @param options.timeoutMs The limit for everything: name, connection, TLS, headers and body.
 */
export function createSafePost(options: {
  timeoutMs: number
  allows: Allows
  resolveName?: ResolveName
  proxy?: URL | undefined
}) {
  const { timeoutMs, allows, resolveName, proxy } = options
  const agent = createOutboundAgent({
    allows,
    refuse: blocked,
    refuseName: unknown,
    timeoutMs,
    keepAliveMs: 2_000,
    resolveName,
    proxy,
  })

  const post: SafePost = {
    async send(url, { headers, body, signal }) {
      signal.throwIfAborted()
      const started = performance.now()
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(TIMED_OUT), timeoutMs)
      const onAbort = () => stop.abort(signal.reason)
      signal.addEventListener('abort', onAbort)
      let status: number | null = null
      const chunks: Uint8Array[] = []
      const answer = (error: PostError | null): PostResult => ({
        status,
        error,
        excerpt: status === null ? null : excerptOf(chunks),
        durationMs: Math.round(performance.now() - started),
      })
      try {
        const reply = await agent.request(new URL(url), { method: 'POST', headers, body, signal: stop.signal })
        status = reply.statusCode
        let bytes = 0
        for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
          chunks.push(chunk)
          bytes += chunk.byteLength
          if (bytes > MAX_EXCERPT_BYTES) break
        }
        return answer(null)
      } catch (error) {
        signal.throwIfAborted()
        return answer(stop.signal.aborted ? 'timeout' : nameOf(error))
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
    },

    close: agent.close,
  }
  return post
}

const TIMED_OUT = new Error('the time limit is over')

const BLOCKED = 'PRIVATE_ADDRESS'

const blocked = (host: string) => Object.assign(new Error(`${host} is not a public address`), { code: BLOCKED })

const UNKNOWN = 'NO_ADDRESS'

const unknown = (name: string) => Object.assign(new Error(`${name} has no public address`), { code: UNKNOWN })

/**
 * The text without a character that was cut in two at its end. Bytes that are not text are marked, and so are control
 * characters, which terminals execute.
 */
function excerptOf(chunks: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES)
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll(COMMANDS, '\uFFFD')
}

/** All control characters except tab and line breaks. */
const COMMANDS = /[^\P{Cc}\t\n\r]/gu

function nameOf(error: unknown): PostError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    // The connection was cut during the TLS handshake. A cut during the reply is another error.
    if (code === 'ECONNRESET' && cause.message.includes('secure TLS connection')) return 'tls'
    if (cause.name === 'HTTPParserError' || UNREQUESTED_RESPONSE.test(cause.message)) return 'invalid_answer'
    const named = ERRORS.find(([, pattern]) => pattern.test(code))
    if (named) return named[0]
  }
  return 'failed'
}

/** An interim response that only a client that requested it may get: 100, 101. */
const UNREQUESTED_RESPONSE = /^bad (response|upgrade)$/

const ERRORS: readonly (readonly [PostError, RegExp])[] = [
  ['blocked_address', new RegExp(`^${BLOCKED}$`)],
  ['dns', new RegExp(`^${UNKNOWN}$`)],
  ['refused', /^ECONNREFUSED$/],
  ['timeout', /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/],
  ['unreachable', /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/],
  ['reset', /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/],
  [
    'tls',
    /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_|INVALID_CA|EPROTO)/,
  ],
  ['invalid_answer', /^UND_ERR_(HEADERS_OVERFLOW|RES)/],
]
