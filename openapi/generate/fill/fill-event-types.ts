import type { Json, JsonObject, OpenApi } from '../read/openapi-model.ts'

const MARK = 'x-event-types'

/**
 * Replaces the mark `x-event-types` of a schema by an `enum`: the values of the mark, then the event types, which are the
 * keys of events.yaml. Changes the document in place.
 */
export function fillEventTypes(document: OpenApi): void {
  const types = Object.keys(document.webhooks)
  const filled = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    const isUniqueList = value.uniqueItems === true && isMarked(value.items)
    const entries = Object.entries(value).map(([key, inner = null]): [string, Json] =>
      key === MARK ? ['enum', [...(inner as Json[]), ...types]] : [key, filled(inner)],
    )
    const schema: JsonObject = Object.fromEntries(entries)
    // No value stands twice in such a list, so it is as long as there are values at most.
    if (isUniqueList) schema.maxItems = ((schema.items as JsonObject).enum as Json[]).length
    return schema
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    document.components.schemas[name] = filled(schema) as JsonObject
  }
}

const isMarked = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && value[MARK] !== undefined
