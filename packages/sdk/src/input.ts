import { files } from '#files'
import { refusedHere } from './api-error.ts'
import type { ByteSource } from './chunks.ts'
import { PlatelightError } from './errors.ts'
import { blobUpload, type Reading, responseUpload, streamUpload, type Upload } from './upload.ts'

/** A picture as bytes: a file by its path, bytes in memory, a stream, or the answer of a fetch. */
export type FileInput = { readonly path: string | URL } | Blob | ArrayBuffer | ArrayBufferView | ByteSource | Response

/** A picture: its address, or its bytes. A bare string is always an address; a file is `{ path }`. */
export type ImageInput = string | URL | FileInput

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
 *   `unsupported_image` for a web page, `image_too_large` above the limit (for a stream, while it is sent),
 *   `image_unreachable` when a Response is not ok.
 * @throws PlatelightError `file_unreadable`, `files_unavailable` (no file system here) or `invalid_input`.
 */
export async function uploadOf(input: FileInput, reading: Reading): Promise<Upload> {
  if (input instanceof Blob) return blobUpload(input, reading)
  if (input instanceof ArrayBuffer) return blobUpload(new Blob([input]), reading)
  if (ArrayBuffer.isView(input)) return blobUpload(new Blob([input as Uint8Array<ArrayBuffer>]), reading)
  if (input instanceof Response) return responseUpload(input, reading)
  if (isByteSource(input)) return streamUpload(input, reading)
  if (typeof input === 'object' && input !== null && 'path' in input) {
    if (!files) throw withoutFiles()
    return files.upload(input.path, reading)
  }
  throw new PlatelightError('invalid_input', 'A picture is { path }, a Blob, bytes, a stream or a Response.')
}

const isByteSource = (input: FileInput): input is ByteSource =>
  typeof input === 'object' && input !== null && ('getReader' in input || Symbol.asyncIterator in input)

/** The error of a path where there is no file system. */
export const withoutFiles = () =>
  new PlatelightError('files_unavailable', 'Paths need Node, Bun or Deno. Elsewhere use bytes and content().')
