import { WebhookVerificationError } from './error.ts'

/** Name of the header, in lower case as Node delivers it. */
export const SIGNATURE_HEADER = 'x-service-signature'

/** Text stands for its UTF-8 bytes. A Node `Buffer` is a view. */
export type Payload = string | ArrayBuffer | ArrayBufferView

/**
 * Signs the exact bytes that are sent: HMAC-SHA256 under the UTF-8 bytes of the whole secret.
 *
 * @returns 64 lower-case hex characters.
 * @throws WebhookVerificationError `secret_invalid` when the secret is not a string, is empty or has whitespace around it.
 * @example const header = await sign(body, process.env.WEBHOOK_SECRET)
 */
export async function sign(payload: Payload, secret: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await importKey(secret), bytesOf(payload))
  return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Tells whether `signature` belongs to `payload`, in constant time.
 *
 * Give the body as it arrived: parsing JSON and printing it again changes its bytes. Give several secrets while
 * rotating; any one is accepted. Never rejects because of what was sent: a missing or malformed signature is simply
 * not valid, and the receiver answers 401.
 *
 * @throws WebhookVerificationError `secret_invalid` when a secret is not a string, is empty or has whitespace around it.
 * @example if (!(await verify(rawBody, request.headers['x-service-signature'], secret))) return reply(401)
 */
export async function verify(
  payload: Payload,
  signature: string | null | undefined,
  ...secrets: readonly [string, ...string[]]
): Promise<boolean> {
  return wellFormed(signature) && (await matching(payload, signature, secrets)) >= 0
}

/** @returns which secret a well-formed signature is from, or -1 */
export async function matching(payload: Payload, signature: string, secrets: readonly string[]): Promise<number> {
  const given = Uint8Array.from(signature.match(/../g) as string[], (pair) => Number(`0x${pair}`))
  const matches = await Promise.all(
    secrets.map(async (secret) => crypto.subtle.verify('HMAC', await importKey(secret), given, bytesOf(payload))),
  )
  return matches.indexOf(true)
}

export const wellFormed = (signature: string | null | undefined): signature is string =>
  // Neither `null` nor `undefined` is hex either.
  /^[\da-f]{64}$/i.test(signature as string)

const bytesOf = (payload: Payload): BufferSource =>
  typeof payload === 'string' ? new TextEncoder().encode(payload) : (payload as BufferSource)

async function importKey(secret: string): Promise<CryptoKey> {
  // From code without types anything may come, a Buffer or a number too.
  if (secret && secret === `${secret}`.trim()) {
    return crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  }
  throw new WebhookVerificationError(
    500,
    'secret_invalid',
    'Misconfigured receiver.',
    'A secret is empty, no text or in whitespace, or an age is NaN.',
  )
}
