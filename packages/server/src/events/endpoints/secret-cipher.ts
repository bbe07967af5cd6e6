import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
const VERSION = 's1.'

export type SecretCipher = ReturnType<typeof createSecretCipher>

/**
 * Keeps text that has to be read again, such as a signing secret, so that a database in the wrong hands does not give it
 * away.
 *
 * @param key 32 bytes that are kept elsewhere than what is sealed.
 */
export const createSecretCipher = (key: Uint8Array) => ({
  /** @param owner Whose text it is: in another's row it cannot be opened. */
  encrypt(text: string, owner: string): string {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return VERSION + sealed.toString('base64url')
  },

  /** @throws Error when it was sealed for another owner, with another key, or was changed since. */
  decrypt(sealed: string, owner: string): string {
    try {
      if (!sealed.startsWith(VERSION)) throw new Error('it is not sealed')
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG))
      return decipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      throw new Error(
        `The secret of ${owner} cannot be opened: secrets.json is not the one that it was sealed with. Restore that, or rotate the secret and finish the rotation.`,
        { cause },
      )
    }
  },
})
