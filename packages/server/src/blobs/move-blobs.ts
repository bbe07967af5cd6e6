import { createHash } from 'node:crypto'
import { BlobMissing, type Blobs } from './blob-store.ts'

/** What became of the blobs of a move. */
export interface MovedBlobs {
  /** Blobs that were copied now, and those that were there already. */
  readonly copied: number
  readonly present: number
  /** The size of all blobs that are equal at both ends. */
  readonly bytes: number
  /** Keys that a row names and that the source does not have. */
  readonly missing: readonly string[]
  /** Keys whose bytes are not the same at both ends, although they were copied. */
  readonly different: readonly string[]
}

type BlobEnd = Pick<Blobs, 'put' | 'read' | 'open' | 'size'>

/** A blob that is copied is in memory as a whole. */
const AT_ONCE = 4

/**
 * Copies blobs that are not there yet with the same size, and compares the SHA-256 of every one as it is read back from both
 * ends. So it can be repeated after a crash.
 *
 * @param options.onBlob Gets the numbers of blobs and bytes so far.
 */
export async function moveBlobs(options: {
  keys: AsyncGenerator<string>
  from: BlobEnd
  to: BlobEnd
  onBlob: (blobs: number, bytes: number) => void
}): Promise<MovedBlobs> {
  const { keys, from, to, onBlob } = options
  const moved = { copied: 0, present: 0, bytes: 0, missing: [] as string[], different: [] as string[] }
  let done = 0
  const work = async () => {
    // The workers take turns at one generator.
    for await (const key of keys) {
      const { result, bytes } = await moveBlob(key, from, to)
      if (result === 'copied' || result === 'present') {
        moved[result]++
        moved.bytes += bytes
      } else moved[result].push(key)
      onBlob(++done, moved.bytes)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return moved
}

async function moveBlob(
  key: string,
  from: BlobEnd,
  to: BlobEnd,
): Promise<{ result: 'copied' | 'present' | 'missing' | 'different'; bytes: number }> {
  const bytes = await sizeOf(from, key)
  if (bytes === undefined) return { result: 'missing', bytes: 0 }
  if ((await sizeOf(to, key)) === bytes && (await areEqual(key, from, to))) return { result: 'present', bytes }
  await to.put(key, await from.read(key))
  const isEqual = (await sizeOf(to, key)) === bytes && (await areEqual(key, from, to))
  return isEqual ? { result: 'copied', bytes } : { result: 'different', bytes: 0 }
}

const sizeOf = (blobs: BlobEnd, key: string): Promise<number | undefined> =>
  blobs.size(key).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined
    throw error
  })

async function areEqual(key: string, one: BlobEnd, other: BlobEnd): Promise<boolean> {
  const [first, second] = await Promise.all([sha256Of(one, key), sha256Of(other, key)])
  return first === second
}

async function sha256Of(blobs: BlobEnd, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await blobs.open(key)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
