import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/** Removes the fields of a body that the document does not name, and returns their names. */
export interface UnknownFieldRemover {
  drop(value: unknown): string[]
}

/**
 * The fields that an object may have. A schema with properties is closed unless it has `additionalProperties`. A schema
 * without properties decides nothing. When several schemas apply, one open schema is enough to keep every field.
 */
interface Shape {
  fieldSet: 'open' | 'closed' | 'undecided'
  readonly fields: Map<string, Shape[]>
  readonly items: Shape[]
}

export function createUnknownFieldRemover(document: OpenApiDocument, schema: Schema): UnknownFieldRemover {
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

  const shape: Shape = { fieldSet: 'undecided', fields: new Map(), items: [] }
  known.set(schema, shape)
  const read = (one: Schema) => readShape(document, one, known)

  if (schema.properties) shape.fieldSet = 'closed'
  if (schema.additionalProperties || schema.patternProperties) shape.fieldSet = 'open'
  for (const [name, property] of Object.entries(schema.properties ?? {})) shape.fields.set(name, [read(property)])
  if (schema.items) shape.items.push(read(schema.items))

  const parts = [schema.allOf, schema.anyOf, schema.oneOf, schema.then, schema.else].flat()
  for (const part of parts) if (part) join(shape, read(part))
  return shape
}

function join(shape: Shape, part: Shape) {
  if (part.fieldSet !== 'undecided' && shape.fieldSet !== 'open') shape.fieldSet = part.fieldSet
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
  const isClosed =
    shapes.some(({ fieldSet }) => fieldSet === 'closed') && !shapes.some(({ fieldSet }) => fieldSet === 'open')
  const object = value as Record<string, unknown>
  for (const name of Object.keys(object)) {
    const inner = shapes.flatMap((shape) => shape.fields.get(name) ?? [])
    const place = at === '' ? name : `${at}.${name}`
    if (inner.length > 0) prune(object[name], inner, place, found)
    else if (isClosed) {
      delete object[name]
      found.add(place)
    }
  }
}

/** The names as a header value: percent-encoded, and cut after about 1000 characters. */
export function ignoredFieldsHeader(names: readonly string[]): string {
  const shown: string[] = []
  let length = 0
  for (const name of names) {
    // The detour over bytes replaces half of a surrogate pair, which cannot be encoded.
    const safe = encodeURIComponent(Buffer.from(name.slice(0, 200)).toString()).replaceAll('%5B%5D', '[]')
    length += safe.length + 2
    if (length > 1000) return [...shown, '...'].join(', ')
    shown.push(safe)
  }
  return shown.join(', ')
}
