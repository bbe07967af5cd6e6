import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, base62 } from '../base/random-ids.ts'

const PREFIX = 'pl_live_'
const BODY = 43
const SUM = 6

/**
 * `pl_live_` + 43 base62 characters (32 random bytes) + 6 characters of CRC-32. The checksum lets scanners for leaked
 * secrets recognise a key, and lets the server refuse most false keys without a query.
 */
export function newKeySecret(): string {
  const body = base62(BODY)
  return `${PREFIX}${body}${checksum(body)}`
}

export function looksLikeKey(text: string): boolean {
  if (!/^pl_live_[0-9A-Za-z]{49}$/.test(text)) return false
  const body = text.slice(PREFIX.length, PREFIX.length + BODY)
  return text.slice(-SUM) === checksum(body)
}

/** The stored form of a key. A plain hash is enough for 256 bits of randomness. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The part of a key that identifies it in a list. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX.length + 6)

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < SUM; i++, rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return text
}
