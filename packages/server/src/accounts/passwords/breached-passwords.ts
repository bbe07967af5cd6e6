import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverFolder } from '../../base/server-folder.ts'

/** How much of each SHA-256 the list has. One of ten million other passwords is taken for one of the list. */
export const HASH_BYTES = 5

let list: Promise<Buffer> | undefined

/**
 * Whether a password, in any case, is in the list of breached passwords that comes with the server. Nothing is looked up elsewhere.
 *
 * @example await isBreached('Qwertyuiop') // true
 */
export async function isBreached(password: string): Promise<boolean> {
  list ??= readFile(join(serverFolder(), 'passwords', 'breached-passwords.bin'))
  const hashes = await list
  const hash = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, HASH_BYTES)
  let [low, high] = [0, hashes.length / HASH_BYTES - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = hashes.compare(hash, 0, HASH_BYTES, middle * HASH_BYTES, (middle + 1) * HASH_BYTES)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return false
}
