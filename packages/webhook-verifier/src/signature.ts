/** Name of the header, in lower case as Node delivers it. */
export const SIGNATURE_HEADER = 'x-service-signature'

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const

/**
 * Signs the exact bytes that are sent: HMAC-SHA256 under the UTF-8 bytes of the whole secret.
 *
 * @returns 64 lower-case hex characters.
 * @example const header = await sign(body, process.env.WEBHOOK_SECRET)
 */
export async function sign(payload: string | Uint8Array, secret: string): Promise<string> {
  const mac = await crypto.subtle.sign(ALGORITHM.name, await importKey(secret, 'sign'), bytesOf(payload))
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Tells whether `signature` belongs to `payload`, in constant time.
 *
 * Give the body as it arrived: parsing JSON and printing it again changes its bytes. Give several secrets while
 * rotating; any one is accepted. Never rejects because of what was sent: a missing or malformed signature is simply
 * not valid, and the receiver answers 401.
 *
 * @example if (!(await verify(rawBody, request.headers['x-service-signature'], secret))) return reply(401)
 */
export async function verify(
  payload: string | Uint8Array,
  signature: string | null | undefined,
  ...secrets: readonly [string, ...string[]]
): Promise<boolean> {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const given = Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(signature.slice(index * 2, index * 2 + 2), 16),
  )
  const body = bytesOf(payload)
  const checks = secrets.map(async (secret) =>
    crypto.subtle.verify(ALGORITHM.name, await importKey(secret, 'verify'), given, body),
  )
  return (await Promise.all(checks)).includes(true)
}

const bytesOf = (payload: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload)

const importKey = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), ALGORITHM, false, [use])
