import { createHmac } from 'node:crypto'
import type { SigningSecrets } from '../endpoints/webhook-endpoint-repository.ts'

const PREFIX = 'whsec_'

/**
 * What a delivery carries. The signature of the contract, whose key is the whole text of the secret, stays that of the old
 * secret during a rotation. The headers of Standard Webhooks go along for those who have a library for them: their key is
 * what the secret decodes to, and during a rotation both sign.
 *
 * @param options.at when this attempt is made
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
  const standard = [current, ...(previous === undefined ? [] : [previous])]
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return {
    'content-type': 'application/json',
    'user-agent': 'Platelight/1.0',
    'x-service-signature': createHmac('sha256', previous ?? current)
      .update(body)
      .digest('hex'),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}
