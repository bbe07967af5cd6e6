import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** SHA-256 in hexadecimal and size of files, read as if they were one. */
export async function checksum(paths: readonly string[]): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const path of paths) {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).byteLength
    }
  }
  return { sha256: hash.digest('hex'), bytes }
}

const known = new Map<string, { readonly state: string; readonly sum: Promise<{ sha256: string; bytes: number }> }>()

/** That of a large file which is asked for again and again: it is read once, until its size or its time changes. */
export async function checksumOnce(path: string): Promise<{ sha256: string; bytes: number }> {
  const { size, mtimeMs, ino } = await stat(path)
  const state = `${size} ${mtimeMs} ${ino}`
  const before = known.get(path)
  if (before?.state === state) return before.sum
  const sum = checksum([path])
  known.set(path, { state, sum })
  sum.catch(() => known.delete(path))
  return sum
}

/** SHA-256 of bytes in memory. */
export const checksumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
