import type { Schema } from '../../contract/openapi-types.ts'

/** Fields of a body of which exactly one is to be given. */
export interface OneOf {
  readonly fields: readonly string[]
  /** In words, for whoever sent another number of them. */
  readonly sentence: string
}

/**
 * What a schema says by `oneOf: [{ required: [a] }, { required: [b] }]`, and nothing else in it: the checker names neither
 * the fields nor which of them were sent.
 *
 * @param value the body as it was sent
 * @returns undefined where the schema has alternatives of another kind, or none
 * @example oneOfFields(schema, {})?.sentence // 'must have exactly one of mask_url, box and layer, and has none of them'
 */
export function oneOfFields({ oneOf = [] }: Schema, value: unknown): OneOf | undefined {
  const fields = oneOf.flatMap(({ required = [], ...more }) =>
    required.length === 1 && Object.keys(more).length === 0 ? required : [],
  )
  if (fields.length < 2 || fields.length < oneOf.length) return undefined
  const isObject = typeof value === 'object' && value !== null
  const given = fields.filter((field) => isObject && field in value)
  const has = given.length === 0 ? 'none of them' : listed(given)
  return { fields, sentence: `must have exactly one of ${listed(fields)}, and has ${has}` }
}

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
