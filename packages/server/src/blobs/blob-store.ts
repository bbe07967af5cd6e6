import type { Readable } from 'node:stream'

/**
 * Stored bytes under unguessable keys of the form `<area>/<name>`. A key is written once and never changes, so readers may
 * cache its bytes forever.
 */
export interface Blobs {
  /** Stores all of the bytes or nothing. Once it resolves they survive a crash. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** A second key for the same bytes. */
  copy(from: string, to: string): Promise<void>
  /** @throws BlobMissing */
  read(key: string): Promise<Uint8Array>
  /** Opens the bytes from `start` to `end`, both inclusive. @throws BlobMissing */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Deletes a key. A missing key is not an error. */
  delete(key: string): Promise<void>
  /** Resolves when bytes can be stored now; rejects with the reason when not. */
  check(): Promise<void>
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  constructor(key: string) {
    super(`no blob ${key}`)
  }
}

/** Public results, at `/files/<name>`. */
export const resultKey = (name: string) => `results/${name}`
/** Uploads and originals, which only signed links open. */
export const privateKey = (name: string) => `private/${name}`
/** The part of a key that is used in addresses. */
export const blobName = (key: string) => key.slice(key.indexOf('/') + 1)
