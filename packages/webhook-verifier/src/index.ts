export type { WebhookBody } from './body.ts'
export { type Dedupe, memoryDedupe } from './dedupe.ts'
export { type WebhookErrorCode, WebhookVerificationError } from './error.ts'
export type {
  WebhookEnvelope,
  WebhookEvent,
  WebhookEvents,
  WebhookEventType,
  WebhookHandlers,
  WebhookInfo,
} from './events.ts'
export { fetchWebhook } from './fetch-webhook.ts'
export type * from './generated/event-interfaces.d.ts'
export type { WebhookOptions } from './receiver.ts'
export { type Payload, SIGNATURE_HEADER, sign, verify } from './signature.ts'
export { type SignatureSource, type VerifiedWebhook, type VerifyOptions, verifyWebhook } from './verify-webhook.ts'
