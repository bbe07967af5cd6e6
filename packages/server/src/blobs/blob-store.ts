import type { Readable } from 'node:stream'

/**
 * Stored bytes under unguessable keys of the form `<area>/<name>`. A key is written once and never changed, so a
 * reader may keep what it got for ever.
 */
export interface Blobs {
  /** Stores all of it or nothing; when it resolves the bytes survive a crash. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores a file that is on this machine's disk; the file itself may stay or go. */
  putFile(key: string, path: string): Promise<void>
  /** A second key for the same bytes. */
  copy(from: string, to: string): Promise<void>
  /** @throws BlobMissing */
  read(key: string): Promise<Uint8Array>
  /** Opens the bytes from `start` to `end`, both inclusive. @throws BlobMissing */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
  /** Tells whether bytes can be stored now; rejects with the reason when not. */
  check(): Promise<void>
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  constructor(key: string) {
    super(`no blob ${key}`)
  }
}

/** Public results, `/files/<name>`. */
export const resultKey = (name: string) => `results/${name}`
/** Uploads and originals, reached by signed links only. */
export const privateKey = (name: string) => `private/${name}`
/** The name of a key, as it stands in addresses. */
export const blobName = (key: string) => key.slice(key.indexOf('/') + 1)
