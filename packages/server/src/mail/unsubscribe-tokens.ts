import { deriveKey } from '../base/secrets/derive-key.ts'
import { createSecretCipher, type SecretCipher } from '../base/secrets/secret-cipher.ts'

const PURPOSE = 'unsubscribe'

/**
 * Tokens of the links that end marketing. A token is its address, encrypted and authenticated: it needs no row, works as long as
 * the letter is kept, and does not show the address when it is forwarded.
 */
export const createUnsubscribeTokens = (cipher: SecretCipher) => ({
  create: (address: string): string => cipher.encrypt(address, PURPOSE),

  /** The address of a token; undefined when this installation did not create it. */
  read(token: string): string | undefined {
    try {
      return cipher.decrypt(token, PURPOSE)
    } catch {
      return undefined
    }
  },
})

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/** The tokens of an installation, and the links with them. @param secret Of which all keys of links are derived. */
export function unsubscribeLinks(secret: Uint8Array, publicUrl: () => string) {
  const tokens = createUnsubscribeTokens(createSecretCipher(deriveKey(secret, 'unsubscribe')))
  return {
    tokens,
    url: (address: string): string => `${publicUrl()}/api/unsubscribe?token=${tokens.create(address)}`,
  }
}
