import { namesOf } from '../base/flag-values.ts'
import { EVENT_TYPES } from '../generated/webhook-event-types.ts'

export type EventType = (typeof EVENT_TYPES)[number]

/** The events of an endpoint; `*` is all types, including future ones. */
export type Selection = EventType | '*'

/** Parses comma-separated event types, or `all`, which unlike `*` no shell expands. */
export function selection(text: string): Selection[] {
  const named = namesOf([...EVENT_TYPES, 'all', '*'])(text).map((name) => (name === 'all' ? '*' : name))
  return named.includes('*') ? ['*'] : named
}
