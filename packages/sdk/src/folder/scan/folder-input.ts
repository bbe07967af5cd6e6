import { PlatelightError } from '../../transport/sdk-errors.ts'

/** A photo on disk, with the folder whose tree its results mirror and the name it has in events. */
export interface NamedFile {
  readonly path: string
  /** Results go to the same place below the results' folder. Default: none, the photo counts as named by itself. */
  readonly root?: string
  /** Default: `path`. */
  readonly name?: string
}

/** A photo in memory, such as what came through standard input. `-` as its name gives results named `photo`. */
export interface NamedBytes {
  readonly bytes: Uint8Array
  readonly name: string
}

/** A folder, a file, an http(s) address (string or URL), or a photo with its particulars. */
export type FolderInput = string | URL | NamedFile | NamedBytes

export const invalidInput = (message: string): PlatelightError => new PlatelightError('invalid_input', message)
