import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { isMoment } from '../../contract/date-time-format.ts'
import {
  type OpenApiDocument,
  type OperationObject,
  type RequestBody,
  resolve,
  type Schema,
} from '../../contract/openapi-types.ts'
import type { EventType } from '../../events/log/event-types.ts'

export type SampleEvents = ReturnType<typeof createSampleEvents>

/** A test event: the example of the document, with the current time, a new id and the address of this server. */
export function createSampleEvents(deps: {
  document: OpenApiDocument
  publicUrl: () => string
  ids: Ids
  clock: Clock
}) {
  const { document, publicUrl, ids, clock } = deps
  const shownAt = document.servers?.[0]?.url ?? ''

  return (type: EventType): unknown => {
    const now = clock.now().toISOString()
    const runId = ids.next('run')
    const fresh = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(fresh)
      if (typeof value === 'object' && value !== null) {
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fresh(inner)]))
      }
      if (typeof value !== 'string') return value
      if (isMoment(value)) return now
      if (value.startsWith('run_')) return runId
      return shownAt !== '' && value.startsWith(`${shownAt}/`) ? publicUrl() + value.slice(shownAt.length) : value
    }
    return fresh(exampleOf(document, type))
  }
}

function exampleOf(document: OpenApiDocument, type: EventType): unknown {
  const { requestBody } = (document.webhooks?.[type]?.post ?? {}) as Partial<OperationObject>
  const { content } = requestBody ? resolve<RequestBody>(document, requestBody) : {}
  const schema = content?.['application/json']?.schema
  const example = schema && resolve<Schema>(document, schema).example
  if (typeof example === 'object' && example !== null && 'data' in example) return example.data
  throw new Error(`The document has no example of ${type}.`)
}
