import type { Violation } from '../../base/service-error.ts'
import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/**
 * The same violations of a body, with each broken rule of the form "exactly one of these fields" in a sentence that names the fields.
 *
 * @param body The body as sent.
 */
export function explainAlternatives(
  document: OpenApiDocument,
  schema: Schema,
  body: unknown,
  violations: readonly Violation[],
): Violation[] {
  const broken = violations.filter(({ type }) => type === 'oneOf')
  const rules = broken.length > 0 ? oneOfRules(document, schema, body) : undefined
  const ruleAt = (loc: Violation['loc']) => rules?.get(loc.join('/'))
  // Each alternative reports its own field as required, although only one of the fields is.
  const redundant = broken.flatMap(({ loc }) =>
    (ruleAt(loc)?.fields ?? []).map((field) => ({ loc: [...loc, field], msg: 'is required', type: 'required' })),
  )
  const seen = new Set(redundant.map((violation) => JSON.stringify(violation)))
  return violations.flatMap((found) => {
    const violation = found.type === 'oneOf' ? { ...found, msg: ruleAt(found.loc)?.sentence ?? found.msg } : found
    const key = JSON.stringify(violation)
    if (seen.has(key)) return []
    seen.add(key)
    return [violation]
  })
}

/** Fields of a body of which exactly one must be given. */
interface OneOf {
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
function oneOfFields({ oneOf = [] }: Schema, value: unknown): OneOf | undefined {
  const fields = oneOf.flatMap(({ required = [], ...more }) =>
    required.length === 1 && Object.keys(more).length === 0 ? required : [],
  )
  if (fields.length < 2 || fields.length < oneOf.length) return undefined
  const isObject = typeof value === 'object' && value !== null
  const given = fields.filter((field) => isObject && field in value)
  const has = given.length === 0 ? 'none of them' : listed(given)
  return { fields, sentence: `must have exactly one of ${listed(fields)}, but has ${has}` }
}

/**
 * The rules of a body and of the objects in it that were sent, by their paths, such as `body/subject`.
 *
 * @param value The body as sent.
 */
function oneOfRules(
  document: OpenApiDocument,
  given: Schema,
  value: unknown,
  path = 'body',
): ReadonlyMap<string, OneOf> {
  const schema = resolve(document, given)
  const rule = oneOfFields(schema, value)
  const rules = new Map(rule ? [[path, rule]] : [])
  const add = (found: ReadonlyMap<string, OneOf>): void => {
    for (const [place, one] of found) rules.set(place, one)
  }
  for (const part of [schema.allOf, schema.then].flat()) if (part) add(oneOfRules(document, part, value, path))
  if (typeof value !== 'object' || value === null) return rules
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!(name in value)) continue
    add(oneOfRules(document, property, (value as Record<string, unknown>)[name], `${path}/${name}`))
  }
  return rules
}

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
