import { astToString } from 'openapi-typescript'
import { isReference, type Json, type JsonObject, type OpenApi, nameOf as refName } from '../read/openapi-model.ts'
import { asDocstrings } from './docstring-layout.ts'
import { withNamedSchemas } from './named-schema-types.ts'
import { MARK, nameOf, typesOf } from './typed-views.ts'

/** Types of the outgoing events only, so that the verifier contains no other part of the document. */
export async function eventTypes(document: OpenApi): Promise<string> {
  const bodies = schemasOf(document)
  const schemas = reachable(
    document.components.schemas,
    bodies.map(({ name }) => name),
  )
  const components = { schemas, responses: {}, parameters: {}, headers: {}, securitySchemes: {} }
  const nodes = await typesOf({ ...document, paths: {}, webhooks: {}, components }, false)
  const declarations = withNamedSchemas(nodes).filter((node) => !EMPTY.has(nameOf(node)))
  const lines = bodies.map(({ event, name }) => `    "${event}": ${name};`)
  return [
    MARK + asDocstrings(astToString(declarations)),
    '/** Event type → the whole event. */',
    `export interface WebhookEvents {\n${lines.join('\n')}\n}`,
    'export type WebhookEventType = keyof WebhookEvents;',
    'export type WebhookEvent = WebhookEvents[WebhookEventType];\n',
  ].join('\n')
}

/** Declarations that openapi-typescript writes even if the document has none of them. */
const EMPTY = new Set(['paths', 'webhooks', 'components', '$defs', 'operations'])

function reachable(schemas: { [name: string]: JsonObject }, roots: string[]): { [name: string]: JsonObject } {
  const names = new Set<string>()
  const visit = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    const found = JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    for (const [, inner = ''] of found) visit(inner)
  }
  roots.forEach(visit)
  return Object.fromEntries([...names].map((name) => [name, schemas[name] ?? {}]))
}

/** Event type → name of its schema, in the order of events.yaml. */
function schemasOf({ webhooks }: OpenApi): { event: string; name: string }[] {
  return Object.entries(webhooks).map(([event, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema
    if (!isReference(schema)) throw new Error(`The event ${event} has no named schema`)
    return { event, name: refName(schema) }
  })
}

/** The names of the interfaces that the verifier exports, one for each event. */
export function eventInterfaces(document: OpenApi): string {
  const names = schemasOf(document).map(({ name }) => name)
  return `${MARK}export type { ${names.sort().join(', ')} } from './events.d.ts'\n`
}

/** The types of the events, for a program that loads no document. */
export function eventTypeList({ webhooks }: OpenApi): string {
  const lines = Object.keys(webhooks).map((event) => `  '${event}',`)
  return `${MARK}export const EVENT_TYPES = [\n${lines.join('\n')}\n] as const\n`
}

/** The origin of URLs in the verifier's samples. It replaces the URL of the local server. */
const SAMPLE_ORIGIN = 'https://photos.example.com'
const NOW = 'x-now'

/** The data of each event's example in the document, with all times set to a given moment. */
export function eventExamples(document: OpenApi): string {
  const origin = `${document.servers?.[0]?.url ?? ''}/`
  const fresh = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(fresh)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner = null]) => [name, fresh(inner)]))
    }
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return NOW
    if (value.startsWith('run_')) return 'run_sample'
    return value.startsWith(origin) ? `${SAMPLE_ORIGIN}/${value.slice(origin.length)}` : value
  }
  const entries = schemasOf(document).map(({ event, name }): [string, Json] => {
    const example = document.components.schemas[name]?.example as JsonObject | undefined
    if (example?.data === undefined) throw new Error(`The event ${event} has no example`)
    return [event, fresh(example.data)]
  })
  const literal = JSON.stringify(Object.fromEntries(entries), null, 2).replaceAll(JSON.stringify(NOW), 'now')
  return [
    `${MARK}import type { WebhookEvents } from '../events.ts'\n`,
    '/** The data of each event, from the examples of the document. */',
    "export const exampleData = (now: string): { readonly [Type in keyof WebhookEvents]: WebhookEvents[Type]['data'] } => (",
    `${literal})\n`,
  ].join('\n')
}
