import { localRefusal } from '../transport/error-response.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'
import { parseUrl } from '../transport/sdk-url.ts'
import type { ByteSource } from './byte-source.ts'

/** The largest picture that a server accepts by default, in bytes. */
export const MAX_IMAGE_BYTES = 25_000_000

/** A file on disk. Needs Node, Bun or Deno. */
export interface FilePath {
  /** The path of the file, such as `./ramen.jpg`. */
  readonly path: string | URL
}

/** A picture as bytes: a file by its path, bytes in memory, a stream, or the Response of a fetch. */
export type FileInput = FilePath | Blob | ArrayBuffer | ArrayBufferView | ByteSource | Response

/** A picture: its address or its bytes. A string is always an address. A file is `{ path }`. */
export type ImageInput = string | URL | FileInput

/** The address in the input; null if the input is bytes. */
export function urlOfInput(input: unknown): string | null {
  if (input instanceof URL) return input.href
  if (typeof input !== 'string') return null
  if (parseUrl(input)) return input
  throw localRefusal('image_url_invalid', 'A bare string is an address. A file is { path: "..." }.')
}

/** The error for a path on a runtime without a file system. The message says what to use instead. */
export const noFileSystem = (instead: string) =>
  new PlatelightError('files_unavailable', `Paths need Node, Bun or Deno. Elsewhere ${instead}.`)
