import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { textOf } from './payment-facts.ts'

/** The fields of a notification: texts, numbers and truth values by name. */
export type Fields = ReadonlyMap<string, string>

/** Reads a body of JSON or of a form. Undefined when it is neither, or has a field twice or one that is not a single value. */
export function readFields(body: Buffer): Fields | undefined {
  const text = textOf(body)
  const entries = /^\s*\{/.test(text) ? jsonEntries(text) : [...new URLSearchParams(text)]
  if (!entries) return undefined
  const fields = new Map(entries)
  return fields.size === entries.length && fields.size > 0 ? fields : undefined
}

function jsonEntries(text: string): [string, string][] | undefined {
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
    const isPlain = entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    return isPlain ? entries.map(([name, value]) => [name, String(value)]) : undefined
  } catch {
    return undefined
  }
}

/** The fields in one text: sorted by name, `name=value` joined by `&`. */
const canonicalFields = (fields: Fields): string =>
  [...fields]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Whether a signature is the HMAC SHA-256 of the fields in hex, compared in constant time. */
export function isSigned(fields: Fields, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(canonicalFields(fields)).digest()
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** What tells notifications apart that have no id. */
export const fieldsKey = (fields: Fields): string => createHash('sha256').update(canonicalFields(fields)).digest('hex')
