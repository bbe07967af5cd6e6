import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 's1.'

export type SecretCipher = ReturnType<typeof createSecretCipher>

/**
 * Encrypts text that must be readable again, such as a signing secret, so that a stolen database does not reveal it.
 *
 * @param key 32 bytes that are stored apart from what they encrypt.
 */
export const createSecretCipher = (key: Uint8Array) => ({
  /** @param owner The owner of the text. In the row of another owner it cannot be decrypted. */
  encrypt(text: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
    const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return VERSION + encrypted.toString('base64url')
  },

  /** @throws Error when it was encrypted for another owner or with another key, or has been changed. */
  decrypt(encrypted: string, owner: string): string {
    try {
      if (!encrypted.startsWith(VERSION)) throw new Error('it is not encrypted')
      const bytes = Buffer.from(encrypted.slice(VERSION.length), 'base64url')
      // Decoding ignores what is no base64url. A token that can be read in one form only cannot be disguised as another one.
      if (VERSION + bytes.toString('base64url') !== encrypted) throw new Error('it is not base64url')
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), options)
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      throw new Error(
        `The secret of ${owner} cannot be decrypted: secrets.json is not the file that it was encrypted with. Restore that file, or rotate the secret and finish the rotation.`,
        { cause },
      )
    }
  },
})
