import { files } from '#files'
import { PlatelightError } from '../transport/sdk-errors.ts'
import { isBytes } from './byte-source.ts'
import { type FileInput, noFileSystem } from './picture-input.ts'
import { blobUpload, type ReadOptions, responseUpload, streamUpload, type Upload } from './upload.ts'

/**
 * Turns any picture input into a file for an upload, with a name and a type from its content.
 *
 * @throws BadRequestError with the server's own code and `attempts: 0`: `image_unreadable` for an empty
 *   file, `unsupported_image` for a web page, `image_too_large` above the limit (for a stream, while it
 *   is sent), `image_unreachable` if a Response is not ok.
 * @throws PlatelightError `file_unreadable`, `files_unavailable` (no file system) or `invalid_input`.
 */
export async function openUpload(input: FileInput, reading: ReadOptions): Promise<Upload> {
  if (input instanceof Blob) return blobUpload(input, reading)
  if (isBytes(input)) return blobUpload(new Blob([input as BlobPart]), reading)
  if (input instanceof Response) return responseUpload(input, reading)
  if (Object(input) === input) {
    if ('getReader' in input || Symbol.asyncIterator in input) return streamUpload(input, reading)
    if ('path' in input) {
      const disk = files
      if (!disk) throw noFileSystem('give the bytes')
      return disk.upload(input.path, reading)
    }
  }
  throw new PlatelightError('invalid_input', 'A picture is { path }, a Blob, bytes, a stream or a Response.')
}
