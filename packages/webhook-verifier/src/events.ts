import type { WebhookEvent, WebhookEvents } from './generated/events.d.ts'

export type { WebhookEvent, WebhookEvents, WebhookEventType } from './generated/events.d.ts'

/** The fields of all events, including types that are newer than this package. */
export interface WebhookEnvelope {
  /** The same for every attempt. Use it to recognise repeats. */
  readonly id: string
  readonly type: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly data: unknown
}

/** The second argument of a handler. */
export interface WebhookInfo {
  /** The index of the secret that matches the signature. When it is always 0, you can remove the old secret. */
  readonly secretIndex: number
}

/** Handlers by event type. `default` gets all other events. Events without a handler are acknowledged. */
export type WebhookHandlers = {
  readonly [Type in keyof WebhookEvents]?: (event: WebhookEvents[Type], info: WebhookInfo) => unknown
} & {
  readonly default?: (event: WebhookEvent | WebhookEnvelope, info: WebhookInfo) => unknown
}
