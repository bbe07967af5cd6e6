import type { Schemas } from '../../contract/index.ts'

/** The events of the document, from the keys of `openapi/events.yaml`. */
export type EventType = Schemas['WebhookEventType']

/** Event types by name, or `*` alone for all of them, present and future. */
export type EventSelection = readonly (EventType | '*')[]
