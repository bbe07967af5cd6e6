import { type ClientRequest, type IncomingMessage, request as plainly } from 'node:http'
import { request as securely } from 'node:https'

/** Headers as they were sent: names in their own case, in their own order, repeats and all. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

export interface PostOptions {
  readonly headers: HeaderLines
  /** Over everything: name, connection, TLS, answer and its body. */
  readonly timeoutMs: number
  /** Goes on where a certificate cannot be trusted. Default false. */
  readonly skipVerifyTls?: boolean
  readonly signal?: AbortSignal
}

/** What came back. */
export interface EventResponse {
  /** Undefined where there was no answer. */
  readonly status?: number
  readonly headers: HeaderLines
  readonly body: Buffer
  readonly ms: number
  /** Why there was no answer: `refused`, `dns`, `timeout`, `tls`, `reset`, or what the system calls it. */
  readonly error?: string
  /** The same in words, with what to do where that can be told. */
  readonly reason?: string
}

/** So long the service waits for an answer. */
export const SERVICE_TIMEOUT_MS = 5_000

/** More of an answer is not read. */
const MOST_ANSWER_BYTES = 1_048_576

/** Belongs to one connection and not to what is sent over it. */
const OF_THE_CONNECTION =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/i

/** What is passed on of a message's headers. */
export const forwardedHeaders = (headers: HeaderLines): HeaderLines =>
  headers.filter(([name]) => !OF_THE_CONNECTION.test(name))

/** Node's flat list of names and values, in pairs. */
export const headerLines = ({ rawHeaders }: IncomingMessage): HeaderLines =>
  Array.from({ length: rawHeaders.length / 2 }, (_, at) => [rawHeaders[2 * at] ?? '', rawHeaders[2 * at + 1] ?? ''])

/**
 * Posts these bytes under these headers, and follows no redirect. Not the global fetch: that one words headers its own
 * way. Rejects only when the signal is aborted, with its reason.
 */
export function postEvent(url: URL, body: Buffer, options: PostOptions): Promise<EventResponse> {
  const { headers, timeoutMs, skipVerifyTls = false, signal } = options
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const lines = [
      ...forwardedHeaders(headers),
      ['Host', url.host] as const,
      ['Content-Length', String(body.length)] as const,
    ]
    const send = url.protocol === 'https:' ? securely : plainly
    const request: ClientRequest = send(url, {
      method: 'POST',
      headers: lines.flat(),
      agent: false,
      ...(skipVerifyTls && { rejectUnauthorized: false }),
    })
    const failed = (why: Unanswered) =>
      settle(() => resolve({ headers: [], body: Buffer.alloc(0), ms: took(), ...why }))
    const onAbort = () => settle(() => reject(signal?.reason))
    const late = setTimeout(() => failed(unanswered('timeout')), timeoutMs)
    let settled = false
    function settle(how: () => void): void {
      if (settled) return
      settled = true
      clearTimeout(late)
      signal?.removeEventListener('abort', onAbort)
      how()
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
            body: Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES),
            ms: took(),
          }),
        )
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length >= MOST_ANSWER_BYTES) end()
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
  timeout: 'there was no whole answer in time',
}

const unanswered = (error: string): Unanswered => ({ error, reason: REASONS[error] ?? '' })

function failureOf(error: Error): Unanswered {
  // A name with several addresses fails with one error for each.
  const { errors } = error as { errors?: readonly Error[] }
  const { code = '', message } = (errors?.[0] ?? error) as NodeJS.ErrnoException
  if (/SSL|EPROTO/.test(code)) return { error: 'tls', reason: 'no TLS is spoken there; is it http://?' }
  if (/CERT|TLS|UNABLE_TO_(GET|VERIFY)/.test(code)) {
    return { error: 'tls', reason: `${message}; --skip-verify-tls goes on all the same` }
  }
  return unanswered(ERRORS[code] ?? (code.toLowerCase() || 'failed'))
}
