/** The part of OpenAPI 3.1 that the server reads. The types are loose, because the document is linted when it is generated. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly security?: readonly SecurityRequirement[]
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  /** What the server sends to others: events by name. */
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
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly maxProperties?: number
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
  /** The values of an open text field that have an effect. Any other value is treated as the default. */
  readonly 'x-known-values'?: readonly string[]
  /** What values an open text field has, as a sentence. A value that does not fit its schema is treated as the default. */
  readonly 'x-open-value'?: string
  /** The setting of the account that is used where a request leaves the field out. */
  readonly 'x-account-default'?: string
  /** A field that holds a body of its own (`http/validation/nested-body.ts`). */
  readonly 'x-body-of'?: { readonly named_by: string; readonly noun?: string; readonly without?: string }
  /** A field that holds the body of any endpoint. */
  readonly 'x-any-body'?: boolean
  /** Why a field that is accepted has no effect. */
  readonly 'x-no-effect'?: string
}

/** Follows `$ref`s inside the document until there is none left. */
export function resolve<T>(document: OpenApiDocument, value: T | Reference): T {
  let found: unknown = value
  while (isReference(found)) found = atPointer(document, found.$ref)
  return found as T
}

/**
 * A copy in which every property has the default of the schema that it refers to. The validator only fills in defaults that are
 * at the property itself; it does not follow a `$ref` to find one.
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

/** The JSON pointer at which a chain of `$ref`s ends. The chain begins at `pointer` (`#/…`). */
export function finalPointer(document: OpenApiDocument, pointer: string): string {
  let at = pointer
  for (let found = atPointer(document, at); isReference(found); found = atPointer(document, at)) at = found.$ref
  return at
}

/** One step of a JSON pointer, escaped so that it can also be part of a URL's fragment. */
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
