import { files } from '#files'
import type { ByteSource } from './chunks.ts'
import type { FileInput } from './input.ts'
import { blobUpload, type Reading, responseUpload, streamUpload, type Upload } from './upload.ts'

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
    if (!files) throw new reading.OurError('files_unavailable', NO_FILES)
    return files.upload(input.path, reading)
  }
  throw new reading.OurError('invalid_input', 'A picture is { path }, a Blob, bytes, a stream or a Response.')
}

const isByteSource = (input: FileInput): input is ByteSource =>
  typeof input === 'object' && input !== null && ('getReader' in input || Symbol.asyncIterator in input)

const NO_FILES = 'Paths need Node, Bun or Deno. Elsewhere give the bytes.'
