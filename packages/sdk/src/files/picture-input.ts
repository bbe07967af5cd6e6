import { localRefusal } from '../transport/error-response.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'
import type { ByteSource } from './byte-source.ts'

/** The largest picture a server takes unless its operator says otherwise, in bytes. */
export const MAX_IMAGE_BYTES = 25_000_000

/** A file on the disk. Needs Node, Bun or Deno. */
export interface FilePath {
  /** Where the file is, such as `./ramen.jpg`. */
  readonly path: string | URL
}

/** A picture as bytes: a file by its path, bytes in memory, a stream, or the answer of a fetch. */
export type FileInput = FilePath | Blob | ArrayBuffer | ArrayBufferView | ByteSource | Response

/** A picture: its address, or its bytes. A bare string is always an address; a file is `{ path }`. */
export type ImageInput = string | URL | FileInput

/** The address in the input; null when it is bytes. */
export function urlOfInput(input: ImageInput): string | null {
  if (input instanceof URL) return input.href
  if (typeof input !== 'string') return null
  if (URL.canParse(input)) return input
  throw localRefusal('image_url_invalid', 'A bare string is an address. A file is { path: "..." }.')
}

/** The error of a path on a runtime without a file system. It says what works there. */
export const noFileSystem = (instead: string) =>
  new PlatelightError('files_unavailable', `Paths need Node, Bun or Deno. Elsewhere ${instead}.`)
