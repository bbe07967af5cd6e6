import { randomBytes } from 'node:crypto'

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes ids and unguessable names. Tests bring a predictable one. */
export interface Ids {
  /** `run_01k9x…`: a prefix, ten characters of time, sixteen of chance; sorts by age (the ULID layout). */
  next(prefix: string): string
  /** Thirty-two base62 characters, 190 bits: an address that cannot be guessed. */
  secret(): string
}

export const randomIds = (now: () => Date): Ids => {
  let last = 0
  return {
    next: (prefix) => {
      // Two ids of one millisecond still sort in the order in which they were made.
      last = Math.max(now().getTime(), last + 1)
      return `${prefix}_${timePart(last)}${[...randomBytes(16)].map((byte) => CROCKFORD[byte & 31]).join('')}`
    },
    secret: () => base62(32),
  }
}

/** Characters of base62 without the bias of a bare modulo. */
export function base62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += BASE62[byte % 62]
  }
  return text
}

function timePart(ms: number): string {
  let text = ''
  for (let rest = ms; text.length < 10; rest = Math.floor(rest / 32)) text = CROCKFORD[rest % 32] + text
  return text
}
