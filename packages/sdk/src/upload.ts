import type { refusedHere } from './api-error.ts'
import type { race } from './attempt.ts'
import { type ByteSource, chunksOf, peek } from './chunks.ts'
import type { PlatelightError } from './errors.ts'
import { formatOf, HEAD_BYTES, looksLikeHtml } from './sniff.ts'

/**
 * How a source is read. What reading needs of the rest is handed to it: it is loaded when the first file is sent, and modules
 * that both imported would become a third file of a bundle, and a heavier one.
 */
export interface Reading {
  /** Larger pictures are refused. */
  readonly maxBytes: number
  /** Ends the reading. */
  readonly signal: AbortSignal
  readonly race: typeof race
  readonly refused: typeof refusedHere
  readonly OurError: typeof PlatelightError
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

export async function blobUpload(blob: Blob, reading: Reading): Promise<Upload> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer())
  return {
    ...described(head, 'name' in blob ? String(blob.name) : null, blob.size, reading),
    sizeBytes: blob.size,
    replayable: true,
    read: () => chunksOf(blob.stream()),
    release: nothing,
  }
}

export async function responseUpload(response: Response, reading: Reading): Promise<Upload> {
  if (!response.ok) {
    await response.body?.cancel()
    throw reading.refused('image_unreachable', `The picture's address answered ${response.status}.`)
  }
  if (!response.body || response.bodyUsed) {
    throw new reading.OurError('invalid_input', 'The body of this Response has been read already.')
  }
  // The length counts what travels: of a compressed body it is not the file's.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
  const name = URL.canParse(response.url) ? new URL(response.url).pathname.split('/').at(-1) : null
  return streamUpload(response.body, reading, name || null, length)
}

export async function streamUpload(
  source: ByteSource,
  reading: Reading,
  name: string | null = null,
  length: string | null = null,
): Promise<Upload> {
  const { signal } = reading
  const iterator = chunksOf(source)
  const release = () => {
    // Not awaited: a source that never answers must not hold up the call.
    iterator.return?.().catch(() => undefined)
  }
  try {
    const { head, rest } = await reading.race(signal, () => peek(iterator, HEAD_BYTES))
    const sizeBytes = length === null ? null : Number(length)
    const description = described(head, name, sizeBytes, reading)
    return { ...description, sizeBytes, replayable: false, read: () => limited(rest, reading), release }
  } catch (thrown) {
    release()
    throw signal.aborted ? thrown : sourceFailed(thrown, reading)
  }
}

/** Refuses what the server would refuse, then names the file by what it is. */
export function described(
  head: Uint8Array,
  name: string | null,
  sizeBytes: number | null,
  { maxBytes, refused }: Reading,
): { name: string; type: string } {
  if (head.byteLength === 0) throw refused('image_unreadable', 'The picture is empty: it has no bytes.')
  if (looksLikeHtml(head)) throw refused('unsupported_image', 'This is a web page, not a picture.')
  if (sizeBytes !== null && sizeBytes > maxBytes) throw tooLarge(maxBytes, refused)
  const format = formatOf(head)
  return {
    name: name?.trim() || `image.${format?.replace('jpeg', 'jpg') ?? 'bin'}`,
    type: format ? `image/${format}` : 'application/octet-stream',
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>, { maxBytes, refused }: Reading): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes, refused)
    yield chunk
  }
}

const tooLarge = (maxBytes: number, refused: Reading['refused']) =>
  refused('image_too_large', `A picture may have up to ${maxBytes / 1e6} MB.`)

/** What a source that broke off means for the call: never a reason to send it again. */
export const sourceFailed = (thrown: unknown, { OurError }: Pick<Reading, 'OurError'>): PlatelightError =>
  thrown instanceof OurError
    ? thrown
    : new OurError('file_unreadable', `The picture could not be read: ${messageOf(thrown)}`, { cause: thrown })

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const nothing = () => undefined
