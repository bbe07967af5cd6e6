import type { SecretCipher } from '../base/secrets/secret-cipher.ts'
import type { LetterContent } from './templates/letter-kinds.ts'

/**
 * Encrypts what a letter says. It contains links that open accounts, of which the database has only hashes otherwise. In the
 * row of another letter it cannot be decrypted.
 */
export const createLetterContents = (cipher: SecretCipher) => ({
  seal: ({ values }: LetterContent, letterId: string): string => cipher.encrypt(JSON.stringify(values), letterId),

  /** @throws Error when the secrets of the installation are not those of the letter. */
  open: ({ id, kind, contents }: { id: string; kind: string; contents: string }): LetterContent =>
    // Written by `seal`, whose argument the type checker has compared with its kind.
    ({ kind, values: JSON.parse(cipher.decrypt(contents, id)) }) as LetterContent,
})

export type LetterContents = ReturnType<typeof createLetterContents>
