import type { Violation } from '../../base/service-error.ts'
import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'
import type { Endpoint } from '../endpoints/endpoint-table.ts'
import { type AccountDefaults, createDefaultsFiller, type FillAccountDefaults } from './account-defaults.ts'
import type { BodiesOf } from './body-bounds.ts'
import { type EndpointValidation, validateRequest } from './endpoint-validation.ts'
import { createUnknownFieldRemover, type UnknownFieldRemover } from './unknown-fields.ts'

/**
 * The mark `x-body-of` of a field that holds a body of its own. The field `named_by` beside it says which kind of body.
 *
 * - Without `noun` the document lists the alternatives with `if` and `then`. They are checked with the rest of the body.
 * - With `noun`, `named_by` names an image operation, and the field holds the body of that noun's endpoint for it.
 *   `without` is a field that the endpoint requires and the nested body leaves out.
 */
type BodyOf = NonNullable<Schema['x-body-of']>

/** What validating a nested body found. */
export interface NestedResult {
  readonly violations: readonly Violation[]
  readonly ignored: readonly string[]
}

const NOTHING: NestedResult = { violations: [], ignored: [] }

/** Placeholder for the required field that each item brings later. Any text would do. */
const PLACEHOLDER = 'https://example.com/photo.jpg'

type Fields = Record<string, unknown>

/**
 * Checks the body of another endpoint inside a body, as that endpoint would. So the parameters of a batch are refused and
 * get their defaults like those of a call for one picture. Bodies nest: a queue job can hold a batch, which holds another
 * body.
 */
export const createNestedBodies = (deps: {
  document: OpenApiDocument
  endpoints: readonly Endpoint[]
  validationOf: (endpoint: Endpoint) => EndpointValidation | undefined
}) => {
  const { document, endpoints, validationOf } = deps
  const alternatives = new Map<Schema, { unknown: UnknownFieldRemover; fill: FillAccountDefaults }>()

  const partsOf = (schema: Schema) => {
    const known = alternatives.get(schema) ?? {
      unknown: createUnknownFieldRemover(document, schema),
      fill: createDefaultsFiller(document, schema),
    }
    alternatives.set(schema, known)
    return known
  }

  /** The body of another endpoint in `field`. It is changed in place. */
  const otherEndpoint = (body: Fields, field: string, bodyOf: BodyOf, defaults: AccountDefaults) => {
    const { named_by, noun, without = '' } = bodyOf
    const given = body[field]
    const target = endpoints.find((one) => nounOf(one) === noun && performs(one, body[named_by]))
    const validation = target && validationOf(target)
    if (!validation || !isObject(given)) return NOTHING

    const { [without]: stray, ...own } = given
    const inner: Fields = { ...own, [without]: PLACEHOLDER }
    const dropped = [...(stray === undefined ? [] : [without]), ...(validation.unknownFields.json?.drop(inner) ?? [])]
    validation.fillAccountDefaults?.(inner, defaults)
    const request = { path: {}, headers: {}, query: {}, body: inner, kind: 'json' } as const
    const checked = validateRequest(validation, request)
    const { [without]: _, ...filled } = checked.body as Fields
    body[field] = filled
    return within(field, {
      violations: checked.violations.filter(({ loc: [place] }) => place === 'body'),
      ignored: dropped,
    })
  }

  /** One of several bodies that the document lists. Fields of the other ones are dropped; a body nested in it is checked. */
  const alternative = (
    schema: Schema,
    body: Fields,
    field: string,
    { named_by }: BodyOf,
    defaults: AccountDefaults,
  ) => {
    const chosen = alternativeFor(schema, field, named_by, body[named_by])
    const given = body[field]
    if (!chosen || !isObject(given)) return NOTHING
    const { unknown, fill } = partsOf(chosen)
    const ignored = unknown.drop(given)
    fill(given, defaults)
    const inner = inside(resolve(document, chosen), given, defaults)
    return within(field, { ...inner, ignored: [...ignored, ...inner.ignored] })
  }

  const inside = (schema: Schema | undefined, body: unknown, defaults: AccountDefaults): NestedResult => {
    const properties = Object.entries(schema?.properties ?? {})
    const [field, { 'x-body-of': bodyOf } = {}] = properties.find(([, one]) => 'x-body-of' in one) ?? []
    if (!schema || field === undefined || bodyOf === undefined || !isObject(body)) return NOTHING
    // A name that the document does not offer is already refused as such. What its body lacks does not matter.
    const named = schema.properties?.[bodyOf.named_by]
    if (named && resolve(document, named).enum?.includes(body[bodyOf.named_by]) === false) return NOTHING
    return bodyOf.noun === undefined
      ? alternative(schema, body, field, bodyOf, defaults)
      : otherEndpoint(body, field, bodyOf, defaults)
  }

  /** Changes the body in place. Violations outside the nested body are reported elsewhere. */
  return ({ body: rules }: Endpoint, body: unknown, defaults: AccountDefaults): NestedResult =>
    inside(rules?.json, body, defaults)
}

/** The bodies that a field may hold, whatever is named beside it. `x-any-body` marks a field that holds those of every endpoint. */
export const createBodiesOf =
  (endpoints: readonly Endpoint[]): BodiesOf =>
  (field) => {
    if (field['x-any-body']) return endpoints.flatMap(({ body }) => [body?.json ?? [], body?.form ?? []].flat())
    const { noun } = field['x-body-of'] ?? {}
    if (noun === undefined) return []
    return endpoints.flatMap((one) => (nounOf(one) === noun && one.source['x-operation'] ? (one.body?.json ?? []) : []))
  }

/** The schema of `field` when `named_by` has that value: `allOf: [{ if: { … const }, then: { … } }]`. */
function alternativeFor({ allOf = [] }: Schema, field: string, namedBy: string, value: unknown): Schema | undefined {
  const branches = allOf as readonly (Schema & { readonly if?: Schema })[]
  const branch = branches.find((one) => {
    const asked = one.if?.properties?.[namedBy] as { const?: unknown } | undefined
    return asked !== undefined && asked.const === value
  })
  return branch?.then?.properties?.[field]
}

/** The same result, seen from the body that holds `field`. */
const within = (field: string, { violations, ignored }: NestedResult): NestedResult => ({
  violations: violations.map(({ loc: [place = 'body', ...rest], ...violation }) => ({
    ...violation,
    loc: [place, field, ...rest],
  })),
  ignored: ignored.map((name) => `${field}.${name}`),
})

const performs = ({ source, body }: Endpoint, name: unknown): boolean =>
  typeof name === 'string' && source['x-operation'] === name && body?.json !== undefined

const nounOf = ({ id }: Endpoint): string => id.slice(0, id.indexOf('.'))

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
