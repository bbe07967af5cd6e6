import { hkdfSync } from 'node:crypto'

/**
 * A key for one more purpose, made from a secret of the installation. Neither key reveals the other.
 *
 * @param secret 32 bytes.
 * @param purpose A name that is used for nothing else, such as `letters`.
 * @returns 32 bytes, always the same for this secret and purpose.
 */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `platelight ${purpose}`, 32))
