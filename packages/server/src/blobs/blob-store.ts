import type { Readable } from 'node:stream'

/**
 * Stored bytes under unguessable keys of the form `<area>/<name>`. A key is written once and never changes, so readers may
 * cache its bytes forever.
 */
export interface Blobs {
  /** Stores all of the bytes or nothing. Once it resolves they survive a crash. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores a local file in the same way, without holding it in memory. The file stays. */
  putFile(key: string, path: string): Promise<void>
  /** A second key for the same bytes. */
  copy(from: string, to: string): Promise<void>
  /** @throws BlobMissing */
  read(key: string): Promise<Uint8Array>
  /** Opens the bytes from `start` to `end`, both inclusive. @throws BlobMissing */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** The number of stored bytes. @throws BlobMissing */
  size(key: string): Promise<number>
  /**
   * Deletes keys. A missing key is not an error. If a key cannot be deleted, the others are, and it rejects with the reason;
   * then all of them may be deleted once more.
   */
  delete(keys: readonly string[]): Promise<void>
  /**
   * An address at the store itself from which everybody can read the bytes for some seconds. Undefined when this store has
   * none, so that its bytes have to be streamed.
   */
  presign(key: string, reply: PresignedReply): Promise<string | undefined>
  /** The installation that deletes what nobody needs here; undefined when none has said so. */
  owner(): Promise<string | undefined>
  /** Makes an installation the owner. */
  own(installation: string): Promise<void>
  /** Resolves when bytes can be stored now; rejects with the reason, for the operator, when not. */
  check(): Promise<void>
  /** Closes connections. */
  close(): Promise<void>
}

/** How long a presigned address works, and what the store replies with. */
export interface PresignedReply {
  readonly seconds: number
  readonly mime: string
  readonly cacheControl: string
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  constructor(key: string) {
    super(`no blob ${key}`)
  }
}

const KEY = /^(results|private)\/[A-Za-z0-9_-]{2,80}(\.[a-z0-9]{1,5})?$/

/** The area and the name of a key. @throws Error for any other text, such as one that leads out of the store. */
export function parseKey(key: string): { area: string; name: string } {
  if (!KEY.test(key)) throw new Error(`not a blob key: ${key}`)
  const [area, name] = key.split('/') as [string, string]
  return { area, name }
}

/** Public results, at `/files/<name>`. */
export const resultKey = (name: string) => `results/${name}`
/** Uploads and originals, which only signed links open. */
export const privateKey = (name: string) => `private/${name}`
/** The part of a key that is used in addresses. */
export const blobName = (key: string) => key.slice(key.indexOf('/') + 1)
