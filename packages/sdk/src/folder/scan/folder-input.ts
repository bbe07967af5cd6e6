import { PlatelightError } from '../../transport/sdk-errors.ts'

/** A photo on disk, with an optional root and name. */
export interface NamedFile {
  readonly path: string
  /** The folder whose tree the results mirror. Default: none, so the photo counts as a single photo. */
  readonly root?: string
  /** The name of the photo in events. Default: `path`. */
  readonly name?: string
}

/** A photo in memory, such as one from standard input. With the name `-` its results are named `photo`. */
export interface NamedBytes {
  readonly bytes: Uint8Array
  readonly name: string
}

/** A folder, a file, an http(s) address (string or URL), or a photo with its root and name. */
export type FolderInput = string | URL | NamedFile | NamedBytes

export const invalidInput = (message: string): PlatelightError => new PlatelightError('invalid_input', message)
