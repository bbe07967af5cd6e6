import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** Names and seals the pieces of a backup. */
export interface PieceCipher {
  /** The name of a piece follows from its content, so equal pieces are stored once. */
  nameOf(piece: Uint8Array): string
  seal(piece: Uint8Array, name: string): Uint8Array
  /** @throws Error when it was changed, or was sealed with another passphrase */
  open(sealed: Uint8Array, name: string): Uint8Array
  /** By how many bytes a sealed piece is longer. */
  readonly overhead: number
}

/** Without a passphrase: pieces are stored as they are, under their SHA-256. */
export const plainPieces: PieceCipher = {
  nameOf: (piece) => createHash('sha256').update(piece).digest('hex'),
  seal: (piece) => piece,
  open: (sealed) => sealed,
  overhead: 0,
}

/** Parameters of scrypt: 128 MB of memory and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const NONCE_BYTES = 12
const TAG_BYTES = 16

const stretch = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)

/**
 * Seals each piece by itself with AES-256-GCM under a key from a passphrase, so that no file has to fit the memory. The name of a
 * piece is keyed too and tells nothing about its content, and a piece opens under its own name only.
 */
export async function encryptedPieces(passphrase: string, salt: Uint8Array): Promise<PieceCipher> {
  const secret = await stretch(passphrase.normalize('NFKC'), Buffer.from(salt), 32, COST)
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `platelight backup ${purpose}`, 32))
  const [contents, names] = [keyFor('contents'), keyFor('names')]
  return {
    nameOf: (piece) => createHmac('sha256', names).update(piece).digest('hex'),
    seal(piece, name) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', contents, nonce).setAAD(Buffer.from(name))
      return Buffer.concat([nonce, cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, name) {
      const end = sealed.length - TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', contents, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(end))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()])
    },
    overhead: NONCE_BYTES + TAG_BYTES,
  }
}
