import type { Violation } from '../../base/service-error.ts'
import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'
import type { CheckValue, SchemaChecks } from '../../contract/schema-validators.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'
import { explainAlternatives } from './one-of-fields.ts'

/** A parsed request, without anything of Express. */
export interface ValidatorInput {
  /** Decoded values of the `{names}` in the path. */
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>
  /** Defaults are filled in in place. */
  readonly body: unknown
  /** The body schema to use; undefined when there is no body. */
  readonly kind: BodyKind | undefined
}

/** The request with coerced types (path, query, headers) and defaults, and all its violations. */
export interface ValidatedRequest extends Omit<ValidatorInput, 'kind'> {
  readonly violations: readonly Violation[]
}

export interface RequestValidator {
  check(input: ValidatorInput): ValidatedRequest
  /** Compiles the schemas, which the first request would otherwise wait for. */
  compile(): void
}

const BODY_KINDS = ['json', 'form', 'urlencoded'] as const satisfies readonly BodyKind[]

/** The kinds of body that an endpoint reads, the preferred one first. */
export const bodyKinds = ({ body }: Endpoint): BodyKind[] => BODY_KINDS.filter((kind) => body?.[kind])

/** Checks requests to one endpoint against the schemas of its parameters and its body. */
export function createValidator(
  document: OpenApiDocument,
  { parameters, body: rules }: Endpoint,
  checks: SchemaChecks,
): RequestValidator {
  const checkParameters = parameters.length > 0 ? checks.compileTexts(parameterSchema(document, parameters)) : undefined
  const bodies = new Map<BodyKind, { schema: Schema; check: CheckValue }>()
  for (const kind of BODY_KINDS) {
    const schema = rules?.[kind]
    if (schema) bodies.set(kind, { schema, check: checks.compile(schema) })
  }

  const checkBody = (kind: BodyKind | undefined, body: unknown): Violation[] => {
    const known = kind && bodies.get(kind)
    if (!known) return []
    if (body !== undefined) return explainAlternatives(document, known.schema, body, known.check(body))
    return known.schema.required ? [{ loc: ['body'], msg: 'is required', type: 'required' }] : []
  }

  return {
    check({ path, query, headers, body, kind }) {
      const sent = { path: { ...path }, query: { ...query }, header: named(parameters, headers) }
      const refused = checkParameters?.(sent, []) ?? []
      const violations = [...refused, ...checkBody(kind, body), ...infiniteNumbers(sent)]
      const lower = Object.entries(sent.header).map(([name, value]) => [name.toLowerCase(), value])
      return { path: sent.path, query: sent.query, headers: Object.fromEntries(lower), body, violations }
    },
    compile() {
      checkParameters?.({ path: {}, query: {}, header: {} }, [])
      for (const { check } of bodies.values()) check({})
    },
  }
}

/** One schema of all parameters, by their place and name. */
function parameterSchema(document: OpenApiDocument, parameters: Endpoint['parameters']): Schema {
  const inPlace = (place: string): Schema => {
    const here = parameters.filter((one) => one.in === place)
    return {
      properties: Object.fromEntries(here.map(({ name, schema = {} }) => [name, resolve<Schema>(document, schema)])),
      required: here.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  return { properties: { path: inPlace('path'), query: inPlace('query'), header: inPlace('header') } }
}

/** The headers that the document names, in its spelling. */
const named = (parameters: Endpoint['parameters'], headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    parameters.flatMap(({ in: place, name }) => {
      const value = headers[name.toLowerCase()]
      return place === 'header' && value !== undefined ? [[name, value] as const] : []
    }),
  )

/** Coercion turns the text "Infinity" into a number that passes every bound. JSON bodies cannot contain it. */
const infiniteNumbers = (sent: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Violation[] =>
  Object.entries(sent).flatMap(([place, values]) =>
    Object.entries(values)
      .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
      .map(([name]) => ({ loc: [place, name], msg: 'must be a finite number', type: 'type' })),
  )
