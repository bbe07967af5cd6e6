import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { SecretCipher } from '../../base/secrets/secret-cipher.ts'
import type { WebhookEndpointsTable } from '../../database/schema/webhook-tables.ts'

/** The secrets that sign deliveries at a given time. */
export interface SigningSecrets {
  readonly current: string
  /** The previous secret, during a rotation. It still signs X-Service-Signature. */
  readonly previous: string | undefined
}

/** The prefix of a secret. The rest, in base64, is the key for the headers of Standard Webhooks. */
export const SECRET_PREFIX = 'whsec_'

/**
 * The whole text is the key of X-Service-Signature. The part after the prefix is the key of the Standard Webhooks header.
 */
export const newSigningSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`

/**
 * Decrypts the secrets with which an endpoint signs now.
 *
 * @throws Error when the secrets were encrypted with another key.
 */
export function signingSecrets(
  cipher: SecretCipher,
  row: Pick<Selectable<WebhookEndpointsTable>, 'id' | 'secret' | 'previous_secret' | 'previous_secret_until'>,
  now: Date,
): SigningSecrets {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = row
  const isRotating = previous !== null && until !== null && until > now.toISOString()
  return { current: cipher.decrypt(secret, id), previous: isRotating ? cipher.decrypt(previous, id) : undefined }
}
