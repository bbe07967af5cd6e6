import { localRefusal } from '../transport/error-response.ts'
import { messageOf, raceAbort } from '../transport/request-attempt.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'
import { type ByteSource, peek, readBlob, readChunks } from './byte-source.ts'
import { formatOf, HEAD_BYTES, looksLikeHtml } from './image-signature.ts'

/** How a source is read. */
export interface ReadOptions {
  /** Larger pictures are refused. */
  readonly maxBytes: number
  /** Ends the reading. */
  readonly signal: AbortSignal
}

/** A file ready to be sent. */
export interface Upload {
  readonly name: string
  readonly type: string
  /** Null when the source does not know yet. */
  readonly sizeBytes: number | null
  /** Whether `read` works more than once. A stream can be sent once. */
  readonly replayable: boolean
  read(): AsyncIterable<Uint8Array>
  /** Lets go of a source that was not read to its end. */
  release?(): void
}

/** One part of a form. */
export type Part = readonly [name: string, value: string | Upload]

export async function blobUpload(blob: Blob, { maxBytes }: ReadOptions): Promise<Upload> {
  const head = await readBlob(blob.slice(0, HEAD_BYTES))
  return {
    ...describeFile(head, 'name' in blob ? String(blob.name) : null, blob.size, maxBytes),
    replayable: true,
    read: () => readChunks(blob.stream()),
  }
}

export async function responseUpload(response: Response, reading: ReadOptions): Promise<Upload> {
  const { body, headers, url } = response
  if (!response.ok) {
    await body?.cancel()
    throw localRefusal('image_unreachable', `The picture's address answered ${response.status}.`)
  }
  if (!body || response.bodyUsed) {
    throw new PlatelightError('invalid_input', 'This Response has been read already.')
  }
  // The length counts what travels: of a compressed body it is not the file's.
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  const name = url.replace(/^[^?#]*\/|[?#].*/g, '')
  return streamUpload(body, reading, name, length === null ? null : Number(length))
}

export async function streamUpload(
  source: ByteSource,
  { maxBytes, signal }: ReadOptions,
  name: string | null = null,
  sizeBytes: number | null = null,
): Promise<Upload> {
  const iterator = readChunks(source)
  const release = () => {
    // Not awaited: a source that never answers must not hold up the call.
    iterator.return?.().catch(() => undefined)
  }
  try {
    const { head, rest } = await raceAbort(signal, () => peek(iterator, HEAD_BYTES))
    return {
      ...describeFile(head, name, sizeBytes, maxBytes),
      replayable: false,
      read: () => limitSize(rest, maxBytes),
      release,
    }
  } catch (thrown) {
    release()
    throw signal.aborted ? thrown : sourceError(thrown)
  }
}

/** Refuses what the server would refuse, then names the file by what it is. */
export function describeFile(head: Uint8Array, name: string | null, sizeBytes: number | null, maxBytes: number) {
  if (head.byteLength === 0) throw localRefusal('image_unreadable', 'The picture is empty.')
  if (looksLikeHtml(head)) throw localRefusal('unsupported_image', 'This is a web page, not a picture.')
  checkSize(sizeBytes ?? 0, maxBytes)
  const format = formatOf(head)
  return {
    name: name?.trim() || `image.${format?.replace('jpeg', 'jpg') ?? 'bin'}`,
    type: format ? `image/${format}` : 'application/octet-stream',
    sizeBytes,
  }
}

async function* limitSize(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength
    checkSize(sizeBytes, maxBytes)
    yield chunk
  }
}

function checkSize(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes > maxBytes) throw localRefusal('image_too_large', `A picture may have up to ${maxBytes / 1e6} MB.`)
}

/** What a source that broke off means for the call: never a reason to send it again. */
export const sourceError = (thrown: unknown): PlatelightError =>
  thrown instanceof PlatelightError
    ? thrown
    : new PlatelightError('file_unreadable', `The picture could not be read: ${messageOf(thrown)}`, { cause: thrown })
