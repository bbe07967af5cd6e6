import type { WebhookEvent, WebhookEvents } from './generated/events.d.ts'

export type { WebhookEvent, WebhookEvents, WebhookEventType } from './generated/events.d.ts'

/** What all events have, also those of a type that came after this package was made. */
export interface WebhookEnvelope {
  /** The same for every attempt; use it to recognise repeats. */
  readonly id: string
  readonly type: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly data: unknown
}

/** What a handler receives beside the event. */
export interface WebhookInfo {
  /** Which of your secrets the signature fits. When it is always 0, the old secret can go. */
  readonly secretIndex: number
}

/** A handler for each type you care about; `default` gets all others. What neither has is acknowledged. */
export type WebhookHandlers = {
  readonly [Type in keyof WebhookEvents]?: (event: WebhookEvents[Type], info: WebhookInfo) => unknown
} & {
  readonly default?: (event: WebhookEvent | WebhookEnvelope, info: WebhookInfo) => unknown
}
