import { createHash } from 'node:crypto'

/**
 * The stored form of a random secret. A plain hash is enough for 190 bits of randomness, and PKCE prescribes this one for the
 * secret of an app.
 *
 * @returns The SHA-256 as unpadded base64url, 43 characters.
 */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
