import { namesOf } from '../base/flag-values.ts'
import { EVENT_TYPES } from '../generated/webhook-event-types.ts'

export type EventType = (typeof EVENT_TYPES)[number]

/** What an endpoint can be sent; `*` is all of them, also those to come. */
export type Selection = EventType | '*'

/** Names of events divided by commas, or `all`, which no shell takes for files. */
export function selection(text: string): Selection[] {
  const named = namesOf([...EVENT_TYPES, 'all', '*'])(text).map((name) => (name === 'all' ? '*' : name))
  return named.includes('*') ? ['*'] : named
}
