import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** Headers as sent: with the original case and order of names, including repeats. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

export interface PostOptions {
  readonly headers: HeaderLines
  /** For the whole request: name resolution, connection, TLS and the complete answer. */
  readonly timeoutMs: number
  /** Accepts a certificate that cannot be trusted. Default false. */
  readonly skipVerifyTls?: boolean
  readonly signal?: AbortSignal
}

/** The answer to an event, or the reason why there is none. */
export interface EventResponse {
  /** Undefined without an answer. */
  readonly status?: number
  readonly headers: HeaderLines
  readonly body: Buffer
  readonly ms: number
  /** Why there was no answer: `refused`, `dns`, `timeout`, `tls`, `reset`, or the code of the system. */
  readonly error?: string
  /** The error in words, with advice if there is any. */
  readonly reason?: string
}

/** The time that the service waits for an answer. */
export const SERVICE_TIMEOUT_MS = 5_000

/** Maximum number of bytes read of an answer. */
const MAX_ANSWER_BYTES = 1_048_576

/** Headers of the connection rather than of the message. */
const CONNECTION_HEADERS =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/i

/** The headers that are forwarded. */
export const forwardedHeaders = (headers: HeaderLines): HeaderLines =>
  headers.filter(([name]) => !CONNECTION_HEADERS.test(name))

/** Node's flat list of names and values, in pairs. */
export const headerLines = ({ rawHeaders }: IncomingMessage): HeaderLines =>
  Array.from({ length: rawHeaders.length / 2 }, (_, at) => [rawHeaders[2 * at] ?? '', rawHeaders[2 * at + 1] ?? ''])

/**
 * Posts a body with exactly these headers, without following redirects. It does not use the global fetch, which changes
 * headers. Rejects only if the signal is aborted, with its reason.
 */
export function postEvent(url: URL, body: Buffer, options: PostOptions): Promise<EventResponse> {
  const { headers, timeoutMs, skipVerifyTls = false, signal } = options
  const startedAt = performance.now()
  const elapsedMs = () => Math.round(performance.now() - startedAt)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const lines = [
      ...forwardedHeaders(headers),
      ['Host', url.host] as const,
      ['Content-Length', String(body.length)] as const,
    ]
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request: ClientRequest = send(url, {
      method: 'POST',
      headers: lines.flat(),
      agent: false,
      ...(skipVerifyTls && { rejectUnauthorized: false }),
    })
    const failed = (failure: Unanswered) =>
      settle(() => resolve({ headers: [], body: Buffer.alloc(0), ms: elapsedMs(), ...failure }))
    const onAbort = () => settle(() => reject(signal?.reason))
    const timer = setTimeout(() => failed(unanswered('timeout')), timeoutMs)
    let settled = false
    function settle(finish: () => void): void {
      if (settled) return
      settled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      finish()
      request.destroy()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    request.on('error', (error) => failed(failureOf(error)))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = () =>
        settle(() =>
          resolve({
            status: response.statusCode ?? 0,
            headers: headerLines(response),
            body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES),
            ms: elapsedMs(),
          }),
        )
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length >= MAX_ANSWER_BYTES) end()
      })
      response.on('end', end)
      response.on('error', (error) => failed(failureOf(error)))
    })
    request.end(body)
  })
}

type Unanswered = Required<Pick<EventResponse, 'error' | 'reason'>>

const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
}

const REASONS: Readonly<Record<string, string>> = {
  refused: 'nothing listens there',
  reset: 'the connection was closed without an answer',
  dns: 'the name has no address',
  timeout: 'there was no complete answer in time',
}

const unanswered = (error: string): Unanswered => ({ error, reason: REASONS[error] ?? '' })

function failureOf(error: Error): Unanswered {
  // If a name has several addresses, there is one error per address.
  const { errors } = error as { errors?: readonly Error[] }
  const { code = '', message } = (errors?.[0] ?? error) as NodeJS.ErrnoException
  if (/SSL|EPROTO/.test(code)) return { error: 'tls', reason: 'the server does not use TLS; is it http://?' }
  if (/CERT|TLS|UNABLE_TO_(GET|VERIFY)/.test(code)) {
    return { error: 'tls', reason: `${message}; --skip-verify-tls sends anyway` }
  }
  return unanswered(ERRORS[code] ?? (code.toLowerCase() || 'failed'))
}
