import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../../base/config/s3-settings.ts'
import { createOperatorAgent } from '../../net/operator-agent.ts'
import { failureOf, refusalOf, S3Problem } from './s3-problem.ts'

type Agent = ReturnType<typeof createOperatorAgent>
type Reply = Awaited<ReturnType<Agent['request']>>

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** Without the prefix. Undefined for the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes, or a file that is streamed. */
  readonly body?: Uint8Array | { readonly path: string; readonly byteLength: number }
  readonly signal?: AbortSignal
}

/** Limits of time in milliseconds. */
export interface S3Limits {
  /** For a reply to begin, besides the time that the body of the request takes. */
  readonly replyMs: number
  /** For a pause within the body of a reply. */
  readonly pauseMs: number
  /** For how long a request that failed is repeated, when it writes and when it reads. */
  readonly patienceMs: { readonly write: number; readonly read: number }
}

export type S3Client = ReturnType<typeof createS3Client>

const KEEP_ALIVE_MS = 10_000
/** The slowest rate of an upload: 128 KB a second. */
const BYTES_PER_MS = 128
const MAX_REFUSAL_BYTES = 16_384
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 4_000

/**
 * Signed requests to one bucket.
 *
 * @param now The time that is signed. S3 refuses one that differs from its own by more than a quarter of an hour.
 */
export function createS3Client(settings: S3Settings, limits: S3Limits, now: () => Date = () => new Date()) {
  const { endpoint, bucket, prefix, pathStyle } = settings
  const agent = createOperatorAgent({ timeoutMs: limits.pauseMs, keepAliveMs: KEEP_ALIVE_MS, proxy: settings.proxy })
  const signing = {
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    // Keys of a day, which are derived in four steps.
    cache: new Map<string, ArrayBuffer>(),
  }

  const addressOf = ({ key, query = {} }: Pick<S3Request, 'key' | 'query'>): string => {
    const url = new URL(endpoint)
    const folder = url.pathname.replace(/\/$/, '')
    if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
    url.pathname = `${folder}${pathStyle ? `/${bucket}` : ''}/${key === undefined ? '' : prefix + key}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  const request = async (outgoing: S3Request, signal: AbortSignal): Promise<Reply> => {
    const { method, body } = outgoing
    const isFile = body !== undefined && 'path' in body
    const headers = { ...outgoing.headers, ...(isFile && { 'content-length': String(body.byteLength) }) }
    const url = addressOf(outgoing)
    const signed = await new AwsV4Signer({ ...signing, method, headers, url, datetime: datetimeOf(now()) }).sign()
    const reply = await agent.request(signed.url, {
      method,
      signal,
      headers: Object.fromEntries(signed.headers),
      headersTimeout: 0,
      ...(body && { body: isFile ? () => createReadStream(body.path) : body }),
    })
    const { statusCode: status } = reply
    if (status >= 200 && status < 300) return reply
    const text = (await reply.body.text()).slice(0, MAX_REFUSAL_BYTES)
    const region = reply.headers['x-amz-bucket-region']
    throw refusalOf({ method, status, text, bucket, region: typeof region === 'string' ? region : undefined })
  }

  return {
    bucket,
    prefix,

    /**
     * Sends a request once. The time limit holds until `read` has resolved.
     *
     * @throws S3Problem
     */
    async send<T>(outgoing: S3Request, read: (reply: Reply) => Promise<T>): Promise<T> {
      const limit = limits.replyMs + (outgoing.body?.byteLength ?? 0) / BYTES_PER_MS
      const stop = new AbortController()
      const late = new S3Problem('passing', `S3 at ${endpoint} did not answer within ${Math.round(limit / 1000)} s`)
      const timer = setTimeout(() => stop.abort(late), limit)
      const signals = [stop.signal, ...(outgoing.signal ? [outgoing.signal] : [])]
      try {
        return await read(await request(outgoing, AbortSignal.any(signals)))
      } catch (error) {
        if (outgoing.signal?.aborted) throw outgoing.signal.reason
        throw stop.signal.aborted ? late : failureOf(error, endpoint)
      } finally {
        clearTimeout(timer)
      }
    },

    /** An address that can be read without a key for some seconds. */
    async presign(key: string, seconds: number, query: Readonly<Record<string, string>>): Promise<string> {
      const url = addressOf({ key, query: { ...query, 'X-Amz-Expires': String(seconds) } })
      const datetime = datetimeOf(now())
      return (await new AwsV4Signer({ ...signing, method: 'GET', url, datetime, signQuery: true }).sign()).url.href
    },

    /**
     * Repeats work after a passing failure, with waits that grow and differ between callers.
     *
     * @throws The last failure, once the patience is over, and any other failure at once.
     */
    async repeat<T>(kind: keyof S3Limits['patienceMs'], work: () => Promise<T>): Promise<T> {
      const until = performance.now() + limits.patienceMs[kind]
      for (let failures = 0; ; failures++) {
        try {
          return await work()
        } catch (error) {
          const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
          const pause = longest * (0.5 + Math.random() / 2)
          const isPassing = error instanceof S3Problem && error.kind === 'passing'
          if (!isPassing || performance.now() + pause > until) throw error
          await wait(pause)
        }
      }
    },

    close: () => agent.close(),
  }
}

/** A time as signatures have it: 20130524T000000Z. */
const datetimeOf = (time: Date): string => time.toISOString().replace(/[:-]|\.\d{3}/g, '')
