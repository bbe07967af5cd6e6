import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../base/ports.ts'
import { correlated } from '../../base/running/correlation.ts'
import type { Tracing } from '../../base/running/tracing.ts'
import type { SecretCipher } from '../../base/secrets/secret-cipher.ts'
import type { SafePost } from '../../net/safe-post.ts'
import type { ClaimedDelivery } from '../deliveries/delivery-lease-repository.ts'
import { SECRET_PREFIX, type SigningSecrets, signingSecrets } from '../endpoints/signing-secrets.ts'

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery
  readonly startedAt: Date
  readonly endedAt: Date
  readonly result: {
    readonly status: number | null
    /** Null when the receiver replied in time. */
    readonly error: string | null
    readonly excerpt: string | null
    readonly durationMs: number
  }
}

export const isSuccess = ({ result: { status, error } }: Pick<EndedAttempt, 'result'>): boolean =>
  error === null && status !== null && status >= 200 && status < 300

export type AttemptDelivery = (delivery: ClaimedDelivery, signal: AbortSignal) => Promise<EndedAttempt>

/** Makes one attempt: signs the stored bytes and posts them. Rejects only when the signal aborts it. */
export const createAttemptDelivery =
  (deps: AttemptDependencies): AttemptDelivery =>
  (delivery, signal) => {
    const { post, cipher, clock, logger, tracing } = deps
    const startedAt = clock.now()
    const { id, event_id: eventId, body, url } = delivery
    const span = tracing.begin({
      name: `deliver ${delivery.event_type}`,
      kind: 'client',
      parent: delivery.traceparent,
      attributes: {
        'platelight.delivery': id,
        'platelight.event': eventId,
        'platelight.attempt': delivery.attempts + 1,
      },
    })
    const ended = (result: EndedAttempt['result']): EndedAttempt => {
      const attempt = { delivery, startedAt, endedAt: clock.now(), result }
      span.set({ 'http.response.status_code': result.status ?? undefined })
      if (!isSuccess(attempt)) span.fail(result.error ?? String(result.status))
      return attempt
    }
    const send = async () => {
      try {
        const secrets = signingSecrets(cipher, { ...delivery, id: delivery.endpoint_id }, startedAt)
        const headers = deliveryHeaders({ eventId, body, secrets, at: startedAt, traceparent: span.traceparent })
        return ended(await post.send(url, { headers, body, signal }))
      } catch (error) {
        signal.throwIfAborted()
        logger.error({ err: error, delivery: id }, 'a delivery could not be sent')
        return ended({ status: null, error: 'not_sent', excerpt: null, durationMs: 0 })
      } finally {
        span.end()
      }
    }
    return correlated({ delivery: id, span }, send)
  }

interface AttemptDependencies {
  readonly post: Pick<SafePost, 'send'>
  readonly cipher: SecretCipher
  readonly clock: Clock
  readonly logger: Logger
  readonly tracing: Tracing
}

/**
 * The headers of a delivery, with two kinds of signatures. X-Service-Signature belongs to the published contract: its key is
 * the whole text of the secret, and during a rotation the old secret still signs it. The headers of Standard Webhooks are
 * for receivers that use a library: their key is the decoded secret, and during a rotation both secrets sign.
 *
 * @param options.at The time of this attempt.
 * @param options.traceparent The span of this attempt, so that the receiver's work can be seen in the same trace.
 */
function deliveryHeaders(options: {
  eventId: string
  body: string
  secrets: SigningSecrets
  at: Date
  traceparent: string | undefined
}): Record<string, string> {
  const { eventId, body, secrets, at, traceparent } = options
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
    ...(traceparent !== undefined && { traceparent }),
  }
}
