/** A file on disk, opened for reading as often as is needed. */
export interface DiskFile {
  readonly name: string
  readonly sizeBytes: number
  /** Its first bytes, for recognising what it is. */
  readonly head: Uint8Array
  read(): AsyncIterable<Uint8Array>
}

/**
 * Reading and writing files, behind the package import `#files`: `files.node.ts` in Node, Bun and
 * Deno, and null everywhere else, so that no bundle for browsers ever sees `node:fs`.
 */
export interface Files {
  open(path: string | URL, headBytes: number): Promise<DiskFile>
  /** Writes all or nothing: a temporary file beside the target, synced, then renamed over it. Resolves to its size. */
  save(path: string | URL, chunks: AsyncIterable<Uint8Array>): Promise<number>
}

export const files: Files | null = null
