import { WebhookVerificationError } from './error.ts'

/** The name of the header, in lower case as in Node. */
export const SIGNATURE_HEADER = 'x-service-signature'

/** A body. Text counts as its UTF-8 bytes. A Node `Buffer` is an `ArrayBufferView`. */
export type Payload = string | ArrayBuffer | ArrayBufferView

/**
 * Signs the exact bytes of the payload: HMAC-SHA256, with the UTF-8 bytes of the whole secret as the key.
 *
 * @returns 64 lower-case hex characters.
 * @throws WebhookVerificationError `secret_invalid` if the secret is not a string, is empty or has surrounding whitespace.
 * @example const header = await sign(body, process.env.WEBHOOK_SECRET)
 */
export async function sign(payload: Payload, secret: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await importKey(secret), bytesOf(payload))
  return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Checks in constant time whether `signature` belongs to `payload`.
 *
 * Pass the body as it arrived, because parsing and serialising JSON changes its bytes. During a rotation, pass several
 * secrets; any of them is accepted. The promise never rejects because of the sender's input: a missing or malformed
 * signature gives false, and the receiver should answer 401.
 *
 * @throws WebhookVerificationError `secret_invalid` if a secret is not a string, is empty or has surrounding whitespace.
 * @example if (!(await verify(rawBody, request.headers['x-service-signature'], secret))) return reply(401)
 */
export async function verify(
  payload: Payload,
  signature: string | null | undefined,
  ...secrets: readonly [string, ...string[]]
): Promise<boolean> {
  return wellFormed(signature) && (await matching(payload, signature, secrets)) >= 0
}

/** @returns the index of the secret that made a well-formed signature, or -1 */
export async function matching(payload: Payload, signature: string, secrets: readonly string[]): Promise<number> {
  const given = Uint8Array.from(signature.match(/../g) as string[], (pair) => Number(`0x${pair}`))
  const matches = await Promise.all(
    secrets.map(async (secret) => crypto.subtle.verify('HMAC', await importKey(secret), given, bytesOf(payload))),
  )
  return matches.indexOf(true)
}

export const wellFormed = (signature: string | null | undefined): signature is string =>
  // `null` and `undefined` become text that does not match.
  /^[\da-f]{64}$/i.test(signature as string)

const bytesOf = (payload: Payload): BufferSource =>
  typeof payload === 'string' ? new TextEncoder().encode(payload) : (payload as BufferSource)

async function importKey(secret: string): Promise<CryptoKey> {
  // Untyped code may pass any value, such as a Buffer or a number.
  if (secret && secret === `${secret}`.trim()) {
    return crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  }
  throw new WebhookVerificationError(
    500,
    'secret_invalid',
    'Misconfigured receiver.',
    'A secret is empty, not text or in whitespace, or age is NaN.',
  )
}
