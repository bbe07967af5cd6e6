import type { UploadProgress } from '../transport/api-call.ts'
import { localRefusal } from '../transport/error-response.ts'
import { messageOf, raceAbort } from '../transport/request-attempt.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'
import { type ByteSource, peek, readBlob, readChunks } from './byte-source.ts'
import { formatOf, HEAD_BYTES, looksLikeHtml } from './image-signature.ts'

/** How a source is read. */
export interface ReadOptions {
  /** The largest picture in bytes. */
  readonly maxBytes: number
  /** Aborts the reading. */
  readonly signal: AbortSignal
  /** Opens the picture at an address. */
  readonly link: (url: string) => Promise<Response>
}

/** Hears of every chunk of a file that is sent. */
export type Report = (progress: UploadProgress) => void

/** A file ready to be sent. */
export interface Upload {
  readonly name: string
  readonly type: string
  /** Null if it is not known yet. */
  readonly sizeBytes: number | null
  /** Whether `read` can be called more than once. A stream can be sent only once. */
  readonly replayable: boolean
  read(): AsyncIterable<Uint8Array>
  /** Releases a source that was not read to the end. */
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
  // The length of a compressed body is not the size of the file.
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
    // Not awaited, because a source that never answers must not block the call.
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

/** Refuses a file that the server would refuse, and otherwise derives its name and type from its content. */
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

/** The error for a source that failed. The call is never retried after it. */
export const sourceError = (thrown: unknown): PlatelightError =>
  thrown instanceof PlatelightError
    ? thrown
    : new PlatelightError('file_unreadable', unreadable(thrown), { cause: thrown })

function unreadable(thrown: unknown): string {
  const { code, path } = thrown as { code?: unknown; path?: unknown }
  if (code === 'ENOENT' && typeof path === 'string') return `There is no file ${path}.`
  if (code === 'EISDIR') return 'This is a folder. Name a file.'
  return `The file could not be read: ${messageOf(thrown)}`
}
