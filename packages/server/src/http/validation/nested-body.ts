import type { Violation } from '../../base/service-error.ts'
import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'
import type { Endpoint } from '../frame/endpoint-table.ts'
import { throwIfPending } from '../frame/refuse-pending.ts'
import { type EndpointValidation, validateRequest } from './endpoint-validation.ts'
import { createUnknownFields, type UnknownFields } from './unknown-fields.ts'

/**
 * How a field says in the document that it holds a body of its own, of which the field `named_by` beside it says what it
 * is. Without more, the alternatives stand in the document as `if` and `then`, and are checked with the rest of the body.
 * With `noun`, `named_by` names an image operation, and the field holds the body of that noun's endpoint for it; `without`
 * is what the other endpoint wants and this field does not have.
 */
interface BodyOf {
  readonly named_by: string
  readonly noun?: string
  readonly without?: string
}

/** What was found in a body inside of a body. */
export interface NestedResult {
  readonly violations: readonly Violation[]
  readonly ignored: readonly string[]
  /** @throws ServiceError `not_implemented` where the other endpoint is not built */
  refusePending(): void
}

const NOTHING: NestedResult = { violations: [], ignored: [], refusePending: () => undefined }

/** Stands in for what each item will have; any text does. */
const STAND_IN = 'https://example.com/photo.jpg'

type Fields = Record<string, unknown>

/**
 * Checks the body of another endpoint inside of a body as that endpoint would: what a batch does to each of its pictures
 * is refused, and filled in with defaults, like the call for one. A queue job holds the body of a batch, which holds another.
 *
 * @param partsOf What is prepared for an endpoint.
 */
export const createNestedBodies = (deps: {
  document: OpenApiDocument
  endpoints: readonly Endpoint[]
  partsOf: (endpoint: Endpoint) => EndpointValidation
}) => {
  const { document, endpoints, partsOf } = deps
  const unknown = new Map<Schema, UnknownFields>()

  const unknownIn = (schema: Schema): UnknownFields => {
    const known = unknown.get(schema) ?? createUnknownFields(document, schema)
    unknown.set(schema, known)
    return known
  }

  /** A body of another endpoint in `field`, changed in place. */
  const otherEndpoint = async (body: Fields, field: string, { named_by, noun, without = '' }: BodyOf) => {
    const given = body[field]
    const target = endpoints.find((one) => nounOf(one) === noun && performs(one, body[named_by]))
    if (!target || !isObject(given)) return NOTHING

    const parts = partsOf(target)
    const { [without]: stray, ...own } = given
    const inner: Fields = { ...own, [without]: STAND_IN }
    const dropped = [...(stray === undefined ? [] : [without]), ...(parts.unknownFields.json?.drop(inner) ?? [])]
    const request = { url: target.path, headers: {}, query: {}, body: inner, kind: 'json' } as const
    const checked = await validateRequest(parts, request)
    const { [without]: _, ...filled } = checked.body as Fields
    body[field] = filled
    return within(field, {
      violations: checked.violations.filter(({ loc: [place] }) => place === 'body'),
      ignored: dropped,
      refusePending: () => throwIfPending(target, filled),
    })
  }

  /** One of several bodies that the document itself holds: what is not that one's is dropped, and its own field looked into. */
  const alternative = async (schema: Schema, body: Fields, field: string, { named_by }: BodyOf) => {
    const chosen = alternativeFor(schema, field, named_by, body[named_by])
    const given = body[field]
    if (!chosen || !isObject(given)) return NOTHING
    const ignored = unknownIn(chosen).drop(given)
    const inner = await inside(resolve(document, chosen), given)
    return within(field, { ...inner, ignored: [...ignored, ...inner.ignored] })
  }

  const inside = async (schema: Schema | undefined, body: unknown): Promise<NestedResult> => {
    const properties = Object.entries(schema?.properties ?? {})
    const [field, property] = properties.find(([, one]) => 'x-body-of' in one) ?? []
    if (!schema || field === undefined || property === undefined || !isObject(body)) return NOTHING
    const bodyOf = (property as { 'x-body-of': BodyOf })['x-body-of']
    // One that the field does not offer is refused there; nobody is told what its body would lack.
    const named = schema.properties?.[bodyOf.named_by]
    if (named && resolve(document, named).enum?.includes(body[bodyOf.named_by]) === false) return NOTHING
    return bodyOf.noun === undefined ? alternative(schema, body, field, bodyOf) : otherEndpoint(body, field, bodyOf)
  }

  /** The body is changed in place. What is broken outside of the field is somebody else's to tell. */
  return ({ body: rules }: Endpoint, body: unknown): Promise<NestedResult> => inside(rules?.json, body)
}

/** The schema of `field` where `named_by` has that value: `allOf: [{ if: { … const }, then: { … } }]`. */
function alternativeFor({ allOf = [] }: Schema, field: string, namedBy: string, value: unknown): Schema | undefined {
  const branches = allOf as readonly (Schema & { readonly if?: Schema })[]
  const branch = branches.find((one) => {
    const asked = one.if?.properties?.[namedBy] as { const?: unknown } | undefined
    return asked !== undefined && asked.const === value
  })
  return branch?.then?.properties?.[field]
}

/** What was found in a body, told from where that body lies. */
const within = (field: string, { violations, ignored, refusePending }: NestedResult): NestedResult => ({
  violations: violations.map(({ loc: [place = 'body', ...rest], ...violation }) => ({
    ...violation,
    loc: [place, field, ...rest],
  })),
  ignored: ignored.map((name) => `${field}.${name}`),
  refusePending,
})

const performs = ({ source, body }: Endpoint, name: unknown): boolean =>
  typeof name === 'string' && source['x-operation'] === name && body?.json !== undefined

const nounOf = ({ id }: Endpoint): string => id.slice(0, id.indexOf('.'))

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
