import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/** A part of a body that this version of the server does not support. */
export interface PendingFeature {
  /** The fields that request the feature. Null stands for any value but an empty text. */
  readonly part: unknown
  /** The message for the caller, with an alternative that the document allows. */
  readonly sentence: string
}

interface Bodies {
  readonly json: Schema | undefined
  readonly form: Schema | undefined
}

/** Reads `x-pending-features` and writes for each feature what the caller can do instead. */
export function readPendingFeatures(
  document: OpenApiDocument,
  bodies: Bodies | undefined,
  parts: readonly unknown[],
): PendingFeature[] {
  const schema = bodies?.json ?? bodies?.form
  return parts.map((part) => {
    const sentences = leaves(part).map(({ path, value }) => {
      const field = path.join('.')
      const found = schema && fieldAt(document, schema, path)
      const asked = value === null || typeof value === 'boolean' ? field : `${field} ${JSON.stringify(value)}`
      if (!found?.required) return `${asked} is not part of this version of the server; leave it out.`
      const unserved = parts.flatMap((one) => leaves(one)).filter((leaf) => leaf.path.join('.') === field)
      const served = found.values.filter((one) => !unserved.some((leaf) => leaf.value === one))
      return `${asked} is not part of this version of the server; ${field} can be ${served.join(', ')}.`
    })
    return { part, sentence: sentences.join(' ') }
  })
}

function leaves(part: unknown, path: readonly string[] = []): { path: readonly string[]; value: unknown }[] {
  if (typeof part !== 'object' || part === null) return [{ path, value: part }]
  return Object.entries(part).flatMap(([name, inner]) => leaves(inner, [...path, name]))
}

/** Whether the field at that path is required, and its enum. */
function fieldAt(document: OpenApiDocument, schema: Schema, [name = '', ...rest]: readonly string[]) {
  const property = schema.properties?.[name]
  if (!property) return undefined
  const found = resolve(document, property)
  const required = schema.required?.includes(name) === true
  if (rest.length > 0) return fieldAt(document, found, rest)
  return { required, values: found.enum ?? [] }
}
