import type { Logger } from 'pino'
import type { Clock } from '../../base/ports.ts'
import type { SecretCipher } from '../../base/secrets/secret-cipher.ts'
import type { SafePost } from '../../net/safe-post.ts'
import type { ClaimedDelivery } from '../deliveries/delivery-lease-repository.ts'
import { signingSecrets } from '../endpoints/signing-secrets.ts'
import { deliveryHeaders } from './delivery-headers.ts'

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
  (deps: { post: Pick<SafePost, 'send'>; cipher: SecretCipher; clock: Clock; logger: Logger }): AttemptDelivery =>
  async (delivery, signal) => {
    const { post, cipher, clock, logger } = deps
    const startedAt = clock.now()
    const ended = (result: EndedAttempt['result']) => ({ delivery, startedAt, endedAt: clock.now(), result })
    const { event_id: eventId, body, url } = delivery
    try {
      const secrets = signingSecrets(cipher, { ...delivery, id: delivery.endpoint_id }, startedAt)
      const headers = deliveryHeaders({ eventId, body, secrets, at: startedAt })
      return ended(await post.send(url, { headers, body, signal }))
    } catch (error) {
      signal.throwIfAborted()
      logger.error({ err: error, delivery: delivery.id }, 'a delivery could not be sent')
      return ended({ status: null, error: 'not_sent', excerpt: null, durationMs: 0 })
    }
  }
