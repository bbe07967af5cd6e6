import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { WebhookEndpointsTable } from '../../database/schema/webhook-tables.ts'
import type { SecretCipher } from './secret-cipher.ts'

/** What signs deliveries at a moment. */
export interface SigningSecrets {
  readonly current: string
  /** The one before, during a rotation. X-Service-Signature is still made with it. */
  readonly previous: string | undefined
}

/** In front of the key that the headers of Standard Webhooks are signed with, in base64. */
export const SECRET_PREFIX = 'whsec_'

/** The whole text is the key of X-Service-Signature, the part after the prefix that of the Standard Webhooks header. */
export const newSigningSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`

/**
 * Decrypts what an endpoint signs with now.
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
