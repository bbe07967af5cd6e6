import { lazily } from '../../base/lazily.ts'
import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/**
 * How much the document allows at one place of a body. Where several schemas may apply, the widest of them counts. A bound
 * that is undefined means that nothing of the kind is described here.
 */
export interface Bounds {
  readonly maxItems: number | undefined
  readonly maxLength: number | undefined
  /** The number of fields that are named here or may have any name. */
  readonly maxFields: number
  readonly items: Bounds | undefined
  /** Undefined for a field that is not described. */
  field(name: string): Bounds | undefined
}

/** The schemas of the bodies that a field with such a mark may hold. */
export type BodiesOf = (field: Schema) => readonly Schema[]

/** Reads the bounds of a body from the document, each place when it is first asked for. */
export function readBounds(document: OpenApiDocument, given: readonly Schema[], bodiesOf: BodiesOf): Bounds {
  const schemas = given.flatMap((schema) => partsOf(document, schema, bodiesOf))
  const within = (inner: readonly Schema[]) => (inner.length > 0 ? readBounds(document, inner, bodiesOf) : undefined)
  const widest = (keyword: 'maxItems' | 'maxLength' | 'maxProperties'): number | undefined => {
    const found = schemas.flatMap((schema) => schema[keyword] ?? [])
    return found.length > 0 ? Math.max(...found) : undefined
  }

  const named = new Map<string, Schema[]>()
  for (const [name, schema] of schemas.flatMap(({ properties = {} }) => Object.entries(properties))) {
    named.set(name, [...(named.get(name) ?? []), schema])
  }
  const others = schemas.flatMap(({ additionalProperties, patternProperties = {} }) => [
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...Object.values(patternProperties),
  ])
  const known = new Map<string, Bounds | undefined>()
  const ofOthers = lazily(() => within(others))
  const ofItems = lazily(() => within(schemas.flatMap(({ items }) => items ?? [])))

  return {
    maxItems: widest('maxItems'),
    maxLength: widest('maxLength'),
    maxFields: named.size + (others.length > 0 ? (widest('maxProperties') ?? 0) : 0),
    get items() {
      return ofItems()
    },
    field(name) {
      const here = named.get(name)
      if (!here) return ofOthers()
      if (!known.has(name)) known.set(name, within(here))
      return known.get(name)
    },
  }
}

/** A schema and all schemas that may apply to the same value. */
function partsOf(document: OpenApiDocument, given: Schema, bodiesOf: BodiesOf): Schema[] {
  const schema = resolve(document, given)
  const { allOf, anyOf, oneOf, then, else: otherwise } = schema
  const inner = [allOf, anyOf, oneOf, then, otherwise, bodiesOf(schema)].flat()
  return [schema, ...inner.flatMap((part) => (part ? partsOf(document, part, bodiesOf) : []))]
}
