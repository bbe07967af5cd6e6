import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/** Takes out of a body what the document does not name, and says what that was. */
export interface UnknownFields {
  drop(value: unknown): string[]
}

/**
 * What may stand in an object. A schema that names properties is closed unless it says `additionalProperties`;
 * one that names none is open. Of several that apply, an open one opens, and a silent one says nothing.
 */
interface Shape {
  says: 'open' | 'closed' | 'nothing'
  readonly fields: Map<string, Shape[]>
  readonly items: Shape[]
}

export function createUnknownFields(document: OpenApiDocument, schema: Schema): UnknownFields {
  const root = readShape(document, schema, new Map())
  return {
    drop(value) {
      const found = new Set<string>()
      prune(value, [root], '', found)
      return [...found]
    },
  }
}

function readShape(document: OpenApiDocument, given: Schema, known: Map<Schema, Shape>): Shape {
  const schema = resolve(document, given)
  const before = known.get(schema)
  if (before) return before

  const shape: Shape = { says: 'nothing', fields: new Map(), items: [] }
  known.set(schema, shape)
  const read = (one: Schema) => readShape(document, one, known)

  if (schema.properties) shape.says = 'closed'
  if (schema.additionalProperties || schema.patternProperties) shape.says = 'open'
  for (const [name, property] of Object.entries(schema.properties ?? {})) shape.fields.set(name, [read(property)])
  if (schema.items) shape.items.push(read(schema.items))

  const parts = [schema.allOf, schema.anyOf, schema.oneOf, schema.then, schema.else].flat()
  for (const part of parts) if (part) join(shape, read(part))
  return shape
}

function join(shape: Shape, part: Shape) {
  if (part.says !== 'nothing' && shape.says !== 'open') shape.says = part.says
  for (const [name, shapes] of part.fields) shape.fields.set(name, [...(shape.fields.get(name) ?? []), ...shapes])
  shape.items.push(...part.items)
}

function prune(value: unknown, shapes: readonly Shape[], at: string, found: Set<string>) {
  if (typeof value !== 'object' || value === null || shapes.length === 0) return
  if (Array.isArray(value)) {
    const items = shapes.flatMap((shape) => shape.items)
    for (const item of value) prune(item, items, `${at}[]`, found)
    return
  }
  const closed = shapes.some(({ says }) => says === 'closed') && !shapes.some(({ says }) => says === 'open')
  const object = value as Record<string, unknown>
  for (const name of Object.keys(object)) {
    const inner = shapes.flatMap((shape) => shape.fields.get(name) ?? [])
    const place = at === '' ? name : `${at}.${name}`
    if (inner.length > 0) prune(object[name], inner, place, found)
    else if (closed) {
      delete object[name]
      found.add(place)
    }
  }
}

/** As a header value: names as the caller wrote them, made safe and kept short. */
export function ignoredFieldsHeader(names: readonly string[]): string {
  const shown: string[] = []
  let length = 0
  for (const name of names) {
    // Through bytes and back, because half of a surrogate pair cannot be encoded.
    const safe = encodeURIComponent(Buffer.from(name.slice(0, 200)).toString()).replaceAll('%5B%5D', '[]')
    length += safe.length + 2
    if (length > 1000) return [...shown, '...'].join(', ')
    shown.push(safe)
  }
  return shown.join(', ')
}
