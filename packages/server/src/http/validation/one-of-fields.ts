import type { Schema } from '../../contract/openapi-types.ts'

/** Fields of a body of which exactly one must be given. */
export interface OneOf {
  readonly fields: readonly string[]
  /** For a caller who sent none or several of them. */
  readonly sentence: string
}

/**
 * Reads the rule `oneOf: [{ required: [a] }, { required: [b] }]`. The validator's own message names neither the fields nor
 * which of them were sent.
 *
 * @param value The body as sent.
 * @returns undefined when the schema has no alternatives, or alternatives of another kind.
 * @example oneOfFields(schema, {})?.sentence // 'must have exactly one of mask_url, box and layer, but has none of them'
 */
export function oneOfFields({ oneOf = [] }: Schema, value: unknown): OneOf | undefined {
  const fields = oneOf.flatMap(({ required = [], ...more }) =>
    required.length === 1 && Object.keys(more).length === 0 ? required : [],
  )
  if (fields.length < 2 || fields.length < oneOf.length) return undefined
  const isObject = typeof value === 'object' && value !== null
  const given = fields.filter((field) => isObject && field in value)
  const has = given.length === 0 ? 'none of them' : listed(given)
  return { fields, sentence: `must have exactly one of ${listed(fields)}, but has ${has}` }
}

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
