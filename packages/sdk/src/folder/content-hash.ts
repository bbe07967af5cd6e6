import { createHash } from 'node:crypto'

/** SHA-256 in hex. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
