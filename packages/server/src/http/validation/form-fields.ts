import type { Violation } from '../../base/service-error.ts'
import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import { type Bounds, readBounds } from './body-bounds.ts'
import { parseBounded } from './bounded-json.ts'

/** The type of a form field, by the document. */
export interface FormField {
  readonly kind: 'file' | 'text' | 'number' | 'boolean' | 'json'
  readonly list: boolean
  /** Of JSON. */
  readonly bounds: Bounds
}

export interface FormShape {
  readonly fields: ReadonlyMap<string, FormField>
  /** The number of files that the document allows in one request. */
  readonly maxFiles: number
  /** The files that must be sent. */
  readonly requiredFiles: readonly string[]
  /** Violations in the fields that hold JSON as text. The handler gets the text itself. */
  checkJsonFields(body: Readonly<Record<string, unknown>>): Violation[]
}

/** Reads the fields of a multipart form from the document. */
export function readFormShape(document: OpenApiDocument, form: Schema, checks: SchemaChecks): FormShape {
  const properties = Object.entries(form.properties ?? {}).map(
    ([name, schema]) => [name, resolve(document, schema)] as const,
  )
  const fields = new Map(properties.map(([name, schema]) => [name, readField(document, schema)]))
  const files = properties.filter(([name]) => fields.get(name)?.kind === 'file')
  const texts = properties
    .filter(([, schema]) => schema.contentMediaType === 'application/json')
    .map(([name, { contentSchema = {} }]) => ({
      name,
      check: checks.compile(contentSchema),
      bounds: readBounds(document, [contentSchema], () => []),
    }))

  return {
    fields,
    requiredFiles: (form.required ?? []).filter((name) => fields.get(name)?.kind === 'file'),
    maxFiles: files.reduce((sum, [, schema]) => sum + maxFilesOf(schema), 0),
    checkJsonFields: (body) =>
      texts.flatMap(({ name, check, bounds }) => {
        const text = body[name]
        if (typeof text !== 'string') return []
        const loc = ['body', name]
        const parsed = parse(text, bounds, loc)
        return parsed ? check(parsed.value, loc) : [{ loc, msg: 'is not JSON text', type: 'json' }]
      }),
  }
}

function readField(document: OpenApiDocument, schema: Schema): FormField {
  const { items } = schema
  if (hasType(schema, 'array') && items) return { ...readField(document, resolve(document, items)), list: true }
  return { kind: kindOf(schema), list: false, bounds: readBounds(document, [schema], () => []) }
}

function kindOf(schema: Schema): FormField['kind'] {
  if (schema.format === 'binary') return 'file'
  if (hasType(schema, 'integer') || hasType(schema, 'number')) return 'number'
  if (hasType(schema, 'boolean')) return 'boolean'
  return hasType(schema, 'object') ? 'json' : 'text'
}

const hasType = ({ type }: Schema, wanted: string) => (Array.isArray(type) ? type.includes(wanted) : type === wanted)

/** A list without `maxItems` is bounded by the server's own limit. */
const maxFilesOf = (schema: Schema) => {
  if (!hasType(schema, 'array')) return 1
  return schema.maxItems ?? Number.POSITIVE_INFINITY
}

/** @throws InvalidRequest, ServiceError `bad_json` */
function parse(text: string, bounds: Bounds, loc: readonly string[]): { value: unknown } | undefined {
  try {
    return { value: parseBounded(text, bounds, loc) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A form carries only text. Text that reads as the wanted type is converted; the schema refuses the rest. */
export function coerce({ kind, bounds }: FormField, text: string, name: string): unknown {
  switch (kind) {
    case 'number':
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'json':
      return parse(text, bounds, ['body', name])?.value ?? text
    default:
      return text
  }
}
