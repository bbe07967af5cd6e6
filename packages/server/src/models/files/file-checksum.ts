import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

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

/** SHA-256 of bytes in memory. */
export const checksumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
