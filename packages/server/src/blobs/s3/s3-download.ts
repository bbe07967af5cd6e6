import { Readable } from 'node:stream'
import { S3Problem } from './s3-problem.ts'
import type { S3Client } from './s3-requests.ts'

export interface Download {
  readonly stream: Readable
  /** The number of bytes that the stream will have. */
  readonly sizeBytes: number
  /** The hexadecimal SHA-256 of the whole object, if it was stored with one. */
  readonly sha256: string | undefined
}

const MOST_FRUITLESS = 3

interface Part {
  readonly start: number
  /** Inclusive. Undefined for the end of the object. */
  readonly end: number | undefined
  /** Only of the object with this validator. */
  readonly etag?: string
}

/**
 * Opens an object or a part of it. Only what is read is fetched. When the connection is cut, the rest is fetched by another
 * request, unless several in turn bring nothing. The stream fails when it cannot deliver every byte.
 *
 * @throws S3Problem
 */
export async function openDownload(
  client: S3Client,
  key: string,
  range?: { readonly start: number; readonly end: number },
): Promise<Download> {
  const closed = new AbortController()

  const fetchPart = ({ start, end, etag }: Part) => {
    const isPart = start > 0 || end !== undefined
    const headers = {
      ...(isPart && { range: `bytes=${start}-${end ?? ''}` }),
      ...(etag !== undefined && { 'if-match': etag }),
    }
    return client.repeat('read', () =>
      client.send({ method: 'GET', key, headers, signal: closed.signal }, async ({ statusCode, headers, body }) => {
        const length = Number(headers['content-length'] ?? Number.NaN)
        const from = /^bytes (\d+)-/.exec(String(headers['content-range'] ?? ''))?.[1]
        if (Number.isNaN(length) || (isPart && (statusCode !== 206 || Number(from) !== start))) {
          body.on('error', () => {}).destroy()
          throw new S3Problem('other', 'S3 does not answer with the length or the part of an object that was asked for')
        }
        return { headers, body, length }
      }),
    )
  }

  const first = await fetchPart({ start: range?.start ?? 0, end: range?.end })
  const { length: sizeBytes, headers } = first
  const etag = headers.etag
  const start = range?.start ?? 0

  async function* deliver(): AsyncGenerator<Uint8Array> {
    let received = 0
    let fruitless = 0
    let { body } = first
    while (received < sizeBytes) {
      const before = received
      const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
      let failure: unknown
      for (;;) {
        // Only reading may fail here. What the reader of the stream throws must not be taken for a cut.
        const next = await chunks.next().catch((error: unknown) => {
          failure = error
          return undefined
        })
        if (!next || next.done) break
        received += next.value.byteLength
        yield next.value
      }
      if (received === sizeBytes) return
      if (closed.signal.aborted) throw closed.signal.reason
      fruitless = received === before ? fruitless + 1 : 0
      if (fruitless === MOST_FRUITLESS) {
        throw new S3Problem('passing', `S3 sent ${received} of ${sizeBytes} bytes`, '', { cause: failure })
      }
      const rest = { start: start + received, end: start + sizeBytes - 1 }
      ;({ body } = await fetchPart({ ...rest, ...(typeof etag === 'string' && { etag }) }))
    }
  }

  const stream = Readable.from(deliver(), { objectMode: false })
  stream.once('close', () => {
    closed.abort(new S3Problem('other', 'the download was closed'))
    // A body that was never read holds its connection.
    first.body.on('error', () => {}).destroy()
  })
  const sha256 = headers['x-amz-meta-sha256']
  return { stream, sizeBytes, sha256: typeof sha256 === 'string' ? sha256 : undefined }
}
