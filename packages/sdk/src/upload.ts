import { refusedHere } from './api-error.ts'
import { race } from './attempt.ts'
import { type ByteSource, chunksOf, peek } from './chunks.ts'
import { PlatelightError } from './errors.ts'
import { formatOf, HEAD_BYTES, looksLikeHtml } from './sniff.ts'

/** The largest picture a server takes unless its operator says otherwise, in bytes. */
export const MAX_IMAGE_BYTES = 25_000_000

/** How a source is read. */
export interface Reading {
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
  release(): void
}

export async function blobUpload(blob: Blob, { maxBytes }: Reading): Promise<Upload> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer())
  return {
    ...described(head, 'name' in blob ? String(blob.name) : null, blob.size, maxBytes),
    sizeBytes: blob.size,
    replayable: true,
    read: () => chunksOf(blob.stream()),
    release: nothing,
  }
}

export async function responseUpload(response: Response, reading: Reading): Promise<Upload> {
  if (!response.ok) {
    await response.body?.cancel()
    throw refusedHere('image_unreachable', `The picture's address answered ${response.status}.`)
  }
  if (!response.body || response.bodyUsed) {
    throw new PlatelightError('invalid_input', 'The body of this Response has been read already.')
  }
  // The length counts what travels: of a compressed body it is not the file's.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
  const name = URL.canParse(response.url) ? new URL(response.url).pathname.split('/').at(-1) : null
  return streamUpload(response.body, reading, name || null, length)
}

export async function streamUpload(
  source: ByteSource,
  { maxBytes, signal }: Reading,
  name: string | null = null,
  length: string | null = null,
): Promise<Upload> {
  const iterator = chunksOf(source)
  const release = () => {
    // Not awaited: a source that never answers must not hold up the call.
    iterator.return?.().catch(() => undefined)
  }
  try {
    const { head, rest } = await race(signal, () => peek(iterator, HEAD_BYTES))
    const sizeBytes = length === null ? null : Number(length)
    const description = described(head, name, sizeBytes, maxBytes)
    return { ...description, sizeBytes, replayable: false, read: () => limited(rest, maxBytes), release }
  } catch (thrown) {
    release()
    throw signal.aborted ? thrown : sourceFailed(thrown)
  }
}

/** Refuses what the server would refuse, then names the file by what it is. */
export function described(
  head: Uint8Array,
  name: string | null,
  sizeBytes: number | null,
  maxBytes: number,
): { name: string; type: string } {
  if (head.byteLength === 0) throw refusedHere('image_unreadable', 'The picture is empty: it has no bytes.')
  if (looksLikeHtml(head)) throw refusedHere('unsupported_image', 'This is a web page, not a picture.')
  if (sizeBytes !== null && sizeBytes > maxBytes) throw tooLarge(maxBytes)
  const format = formatOf(head)
  return {
    name: name?.trim() || `image.${format?.replace('jpeg', 'jpg') ?? 'bin'}`,
    type: format ? `image/${format}` : 'application/octet-stream',
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

const tooLarge = (maxBytes: number) => refusedHere('image_too_large', `A picture may have up to ${maxBytes / 1e6} MB.`)

/** What a source that broke off means for the call: never a reason to send it again. */
export const sourceFailed = (thrown: unknown): PlatelightError =>
  thrown instanceof PlatelightError
    ? thrown
    : new PlatelightError('file_unreadable', `The picture could not be read: ${messageOf(thrown)}`, { cause: thrown })

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const nothing = () => undefined
