import { files } from '#files'
import { refusedHere } from './api-error.ts'
import { type ByteSource, chunksOf, peek } from './chunks.ts'
import { PlatelightError } from './errors.ts'
import { HEAD_BYTES, imageTypeOf, looksLikeHtml } from './sniff.ts'

/** The largest picture the server takes, in bytes. */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024

/** A picture as bytes: a file by its path, bytes in memory, a stream, or the answer of a fetch. */
export type FileInput = { readonly path: string | URL } | Blob | ArrayBuffer | ArrayBufferView | ByteSource | Response

/** A picture: its address, or its bytes. A bare string is always an address; a file is `{ path }`. */
export type ImageInput = string | URL | FileInput

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

/** The address in the input; null when it is bytes. */
export function addressOf(input: ImageInput): string | null {
  if (input instanceof URL) return input.href
  if (typeof input !== 'string') return null
  if (URL.canParse(input)) return input
  throw refusedHere('image_url_invalid', 'A bare string is an address. For a file on disk give { path: "..." }.')
}

/**
 * Makes a file of whatever holds a picture, named and typed by its content.
 *
 * @throws BadRequestError with the server's own code and `attempts: 0`: `image_unreadable` when empty,
 *   `unsupported_image` for a web page, `image_too_large` above 25 MB (for a stream, while it is sent),
 *   `image_unreachable` when a Response is not ok.
 * @throws PlatelightError `file_unreadable`, `files_unavailable` (no file system here) or `invalid_input`.
 */
export async function uploadOf(input: FileInput): Promise<Upload> {
  if (input instanceof Blob) return blobUpload(input)
  if (input instanceof ArrayBuffer) return blobUpload(new Blob([input]))
  if (ArrayBuffer.isView(input)) return blobUpload(new Blob([input as Uint8Array<ArrayBuffer>]))
  if (input instanceof Response) return responseUpload(input)
  if (isByteSource(input)) return streamUpload(input, null, null)
  if (typeof input === 'object' && input !== null && 'path' in input) return diskUpload(input.path)
  throw new PlatelightError('invalid_input', 'A picture is { path }, a Blob, bytes, a stream or a Response.')
}

async function diskUpload(path: string | URL): Promise<Upload> {
  if (!files) throw new PlatelightError('files_unavailable', 'Paths need Node, Bun or Deno; give the bytes instead.')
  const file = await files.open(path, HEAD_BYTES).catch((cause: unknown) => {
    throw new PlatelightError('file_unreadable', `Cannot read ${path}: ${messageOf(cause)}`, { cause })
  })
  const { sizeBytes, read } = file
  return { ...described(file.head, file.name, sizeBytes), sizeBytes, replayable: true, read, release: nothing }
}

async function blobUpload(blob: Blob): Promise<Upload> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer())
  return {
    ...described(head, 'name' in blob ? String(blob.name) : null, blob.size),
    sizeBytes: blob.size,
    replayable: true,
    read: () => chunksOf(blob.stream()),
    release: nothing,
  }
}

async function responseUpload(response: Response): Promise<Upload> {
  if (!response.ok) {
    await response.body?.cancel()
    throw refusedHere('image_unreachable', `The picture's address answered ${response.status}.`)
  }
  if (!response.body || response.bodyUsed) {
    throw new PlatelightError('invalid_input', 'The body of this Response has been read already.')
  }
  // The length counts what travels: of a compressed body it is not the file's.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
  return streamUpload(response.body, new URL(response.url || 'http://-/').pathname.split('/').at(-1) || null, length)
}

async function streamUpload(source: ByteSource, name: string | null, length: string | null): Promise<Upload> {
  const iterator = chunksOf(source)
  const release = () => {
    // Not awaited: a source that never answers must not hold up the call.
    iterator.return?.().catch(() => undefined)
  }
  try {
    const { head, rest } = await peek(iterator, HEAD_BYTES).catch((thrown: unknown) => {
      throw sourceFailed(thrown)
    })
    const sizeBytes = length === null ? null : Number(length)
    return { ...described(head, name, sizeBytes), sizeBytes, replayable: false, read: () => limited(rest), release }
  } catch (error) {
    release()
    throw error
  }
}

/** Refuses what the server would refuse, then names the file by what it is. */
function described(head: Uint8Array, name: string | null, sizeBytes: number | null): { name: string; type: string } {
  if (head.byteLength === 0) throw refusedHere('image_unreadable', 'The picture is empty: it has no bytes.')
  if (looksLikeHtml(head)) throw refusedHere('unsupported_image', 'This is a web page, not a picture.')
  if (sizeBytes !== null && sizeBytes > MAX_IMAGE_BYTES) throw tooLarge()
  const image = imageTypeOf(head)
  return {
    name: name?.trim() || `image.${image?.extension ?? 'bin'}`,
    type: image?.type ?? 'application/octet-stream',
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > MAX_IMAGE_BYTES) throw tooLarge()
    yield chunk
  }
}

const isByteSource = (input: FileInput): input is ByteSource =>
  typeof input === 'object' && input !== null && ('getReader' in input || Symbol.asyncIterator in input)

const tooLarge = () => refusedHere('image_too_large', `A picture may have up to ${MAX_IMAGE_BYTES >> 20} MB.`)

/** What a source that broke off means for the call: never a reason to send it again. */
export const sourceFailed = (thrown: unknown): PlatelightError =>
  thrown instanceof PlatelightError
    ? thrown
    : new PlatelightError('file_unreadable', `The picture could not be read: ${messageOf(thrown)}`, { cause: thrown })

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const nothing = () => undefined
