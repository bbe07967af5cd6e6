import { createHmac } from 'node:crypto'
import { SECRET_PREFIX, type SigningSecrets } from '../endpoints/signing-secrets.ts'

/**
 * The headers of a delivery, with two kinds of signatures. X-Service-Signature belongs to the published contract: its key is
 * the whole text of the secret, and during a rotation the old secret still signs it. The headers of Standard Webhooks are
 * for receivers that use a library: their key is the decoded secret, and during a rotation both secrets sign.
 *
 * @param options.at The time of this attempt.
 */
export function deliveryHeaders(options: {
  eventId: string
  body: string
  secrets: SigningSecrets
  at: Date
}): Record<string, string> {
  const { eventId, body, secrets, at } = options
  const { current, previous } = secrets
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${eventId}.${timestamp}.${body}`
  const signatures = [current, ...(previous === undefined ? [] : [previous])]
    .map((secret) => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return {
    'content-type': 'application/json',
    'user-agent': 'Platelight/1.0',
    'x-service-signature': createHmac('sha256', previous ?? current)
      .update(body)
      .digest('hex'),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
