import { randomBytes } from 'node:crypto'

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates ids and unguessable names. Tests bring a predictable one. */
export interface Ids {
  /** `run_01k9x…`: a prefix, ten characters of time and sixteen random ones. Ids sort by age (the ULID layout). */
  next(prefix: string): string
  /** Thirty-two base62 characters, 190 bits, so that it cannot be guessed. */
  secret(): string
}

export const randomIds = (now: () => Date): Ids => {
  let last = 0
  return {
    next: (prefix) => {
      // Ids of the same millisecond still sort in the order of their creation.
      last = Math.max(now().getTime(), last + 1)
      return `${prefix}_${timePart(last)}${[...randomBytes(16)].map((byte) => CROCKFORD[byte & 31]).join('')}`
    },
    secret: () => base62(32),
  }
}

/** Random base62 characters, without the bias of a plain modulo. */
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
