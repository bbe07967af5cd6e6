import type { Allows } from './address-policy.ts'
import type { ResolveName } from './name-resolver.ts'
import { createOutboundAgent } from './outbound-agent.ts'

/** What became of a POST. */
export interface PostResult {
  /** Null when nobody answered. */
  readonly status: number | null
  /** Null when it was answered in time. */
  readonly error: PostError | null
  /** The first 4,096 bytes of the answer, as text. */
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
   * Posts to an address somebody gave. Never rejects for what the other side does: that is the answer.
   *
   * @throws AbortError when the signal says so.
   */
  send(
    url: string,
    options: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<PostResult>
  close(): Promise<void>
}

const MAX_EXCERPT_BYTES = 4_096

/**
 * An answer counts once its head and either all of its body or more than is kept of it have come; the rest is not read,
 * so that neither ten gigabytes nor a byte a second cost more than the time limit.
 *
 * @param options.timeoutMs for everything: name, connection, TLS, head and body
 */
export function createSafePost(options: { timeoutMs: number; allows: Allows; resolveName?: ResolveName }) {
  const { timeoutMs, allows, resolveName } = options
  const agent = createOutboundAgent({
    allows,
    refuse: blocked,
    refuseName: unknown,
    timeoutMs,
    keepAliveMs: 2_000,
    resolveName,
  })

  const post: SafePost = {
    async send(url, { headers, body, signal }) {
      signal.throwIfAborted()
      const started = performance.now()
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(TIMED_OUT), timeoutMs)
      const callOff = () => stop.abort(signal.reason)
      signal.addEventListener('abort', callOff)
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
        signal.removeEventListener('abort', callOff)
      }
    },

    close: agent.close,
  }
  return post
}

const TIMED_OUT = new Error('the time is over')

const BLOCKED = 'PRIVATE_ADDRESS'

const blocked = (host: string) => Object.assign(new Error(`${host} is not a public address`), { code: BLOCKED })

const UNKNOWN = 'NO_ADDRESS'

const unknown = (name: string) => Object.assign(new Error(`${name} leads to no public address`), { code: UNKNOWN })

/**
 * Only whole characters: what was cut in two at the end is left out. What is no text is marked, and so is what terminals
 * take for a command.
 */
function excerptOf(chunks: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES)
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll(COMMANDS, '\uFFFD')
}

/** All control characters but tab and line breaks. */
const COMMANDS = /[^\P{Cc}\t\n\r]/gu

function nameOf(error: unknown): PostError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    // Cut while the connection was being secured, which is not the same as while it was answering.
    if (code === 'ECONNRESET' && cause.message.includes('secure TLS connection')) return 'tls'
    if (cause.name === 'HTTPParserError' || NO_ANSWER_TO_THIS.test(cause.message)) return 'invalid_answer'
    const named = ERRORS.find(([, pattern]) => pattern.test(code))
    if (named) return named[0]
  }
  return 'failed'
}

/** An interim answer that only who asked for it may be given: 100, 101. */
const NO_ANSWER_TO_THIS = /^bad (response|upgrade)$/

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
