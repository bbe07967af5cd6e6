/** As much of OpenAPI 3.1 as the server reads. Loose on purpose: the document is linted when it is generated. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly security?: readonly SecurityRequirement[]
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  /** What is sent to others: events by name. */
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>
export type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly (Reference | Parameter)[] }

export interface Reference {
  readonly $ref: string
}

export interface OperationObject {
  readonly operationId: string
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly (Reference | Parameter)[]
  readonly requestBody?: Reference | RequestBody
  readonly responses: Readonly<Record<string, Reference | ResponseObject>>
  readonly [extension: `x-${string}`]: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header' | 'cookie'
  readonly required?: boolean
  readonly schema?: Schema
}

export interface RequestBody {
  readonly required?: boolean
  readonly content: Readonly<Record<string, { readonly schema?: Schema }>>
}

export interface ResponseObject {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly example?: unknown
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly then?: Schema
  readonly else?: Schema
  readonly contentMediaType?: string
  readonly contentSchema?: Schema
  /** Values of an open text that mean something; any other is taken as the default. */
  readonly 'x-known-values'?: readonly string[]
  /** A field that is accepted and changes nothing. */
  readonly 'x-no-effect'?: boolean
}

/** Follows `$ref`s inside the document until something real is found. */
export function resolve<T>(document: OpenApiDocument, value: T | Reference): T {
  let found: unknown = value
  while (isReference(found)) found = atPointer(document, found.$ref)
  return found as T
}

/**
 * A copy in which every property says the default of the schema it refers to. The checker fills in defaults that
 * stand at the property itself and does not look behind a `$ref`.
 */
export function withDefaultsInPlace<T>(document: OpenApiDocument, value: T): T {
  const copy = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(copy)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [key, key === 'properties' ? properties(inner) : copy(inner)]),
    )
  }
  const properties = (map: unknown): unknown => {
    if (typeof map !== 'object' || map === null) return map
    return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, withDefault(schema, copy(schema))]))
  }
  const withDefault = (schema: unknown, copied: unknown) => {
    if (!isReference(schema) || 'default' in schema) return copied
    const found = resolve<Schema>(document, schema).default
    return found === undefined ? copied : { ...(copied as object), default: found }
  }
  return copy(value) as T
}

/** JSON pointer of what a chain of `$ref`s ends at, starting from `pointer` (`#/…`). */
export function finalPointer(document: OpenApiDocument, pointer: string): string {
  let at = pointer
  for (let found = atPointer(document, at); isReference(found); found = atPointer(document, at)) at = found.$ref
  return at
}

/** One step of a JSON pointer, escaped so that it also stands in the fragment of an address. */
export const pointerStep = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Reference>).$ref === 'string'

function atPointer(document: OpenApiDocument, pointer: string): unknown {
  let found: unknown = document
  for (const step of pointer.replace(/^#\/?/, '').split('/')) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined
  }
  if (found === undefined) throw new Error(`The document has nothing at ${pointer}.`)
  return found
}
