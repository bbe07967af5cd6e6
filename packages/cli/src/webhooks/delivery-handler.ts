import { SIGNATURE_HEADER, verifyWebhook, WebhookVerificationError } from '@platelight/webhook-verifier'
import { type Envelope, envelopeOf } from './event-envelope.ts'
import type { ReceivedDelivery, ReceiverAnswer } from './local-receiver.ts'
import { type EventResponse, forwardedHeaders, postEvent } from './post-event.ts'

/** Events of a delivery, in the order in which they are reported. */
export type DeliveryEvent =
  | { readonly type: 'refused'; readonly status: number; readonly code: string; readonly reason: string }
  | { readonly type: 'event'; readonly event: Envelope; readonly again: boolean; readonly selected: boolean }
  | { readonly type: 'answer'; readonly event: Envelope; readonly posted?: EventResponse; readonly forwarded: boolean }

export interface DeliveryHandlerOptions {
  readonly secret: () => string
  /** Receiver of verified events; undefined to answer them here. */
  readonly forwardTo: URL | undefined
  /** Event types to forward; undefined for all. */
  readonly events: readonly string[] | undefined
  readonly timeoutMs: number
  readonly skipVerifyTls: boolean
  /** Aborts forwarding. */
  readonly signal: AbortSignal
  readonly onEvent: (event: DeliveryEvent) => void
  /** Saves a verified event. */
  readonly save: (event: Envelope, delivery: ReceivedDelivery) => void
}

/**
 * Verifies deliveries and forwards the same bytes. The sender gets the answer of the receiver, and never 2xx for a
 * delivery that fails verification.
 */
export function createDeliveryHandler(
  options: DeliveryHandlerOptions,
): (delivery: ReceivedDelivery) => Promise<ReceiverAnswer> {
  const { forwardTo, events, timeoutMs, skipVerifyTls, signal, onEvent, save } = options
  const seen = new Set<string>()

  return async (delivery) => {
    const { headers, body } = delivery
    try {
      const signatures = headers.flatMap(([name, value]) => (name.toLowerCase() === SIGNATURE_HEADER ? [value] : []))
      await verifyWebhook(body, signatures, { secrets: options.secret() })
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      const { status, code, message, hint } = error
      onEvent({ type: 'refused', status, code, reason: hint ?? message })
      return { status, body: `${code}: ${message}\n` }
    }
    // A verified body is always an event.
    const event = envelopeOf(body) as Envelope
    const again = seen.has(event.id)
    seen.add(event.id)
    const selected = events === undefined || events.includes(event.type)
    save(event, delivery)
    onEvent({ type: 'event', event, again, selected })
    if (!forwardTo || !selected) {
      onEvent({ type: 'answer', event, forwarded: false })
      return { status: 200, body: 'ok\n' }
    }
    const posted = await postEvent(forwardTo, body, { headers, timeoutMs, skipVerifyTls, signal })
    onEvent({ type: 'answer', event, posted, forwarded: true })
    return posted.status === undefined
      ? { status: posted.error === 'timeout' ? 504 : 502, body: `${posted.error}\n` }
      : { status: posted.status, headers: forwardedHeaders(posted.headers), body: posted.body }
  }
}
