import { type OpenApiDocument, type Parameter, withDefaultsInPlace } from '../../contract/openapi-types.ts'
import type { BodyRules, Endpoint } from '../frame/endpoint-table.ts'

/** Bodies reach the validator parsed; these names tell it which of an operation's schemas to use. */
export const BODY_TYPES = {
  json: 'application/json',
  form: 'application/vnd.form+json',
  urlencoded: 'application/vnd.pairs+json',
} as const satisfies Record<keyof Omit<BodyRules, 'required'>, string>

export type BodyKind = keyof typeof BODY_TYPES

/**
 * A document with one endpoint and only what it refers to.
 *
 * The validator compares each request with every route of its document and walks the whole document for each
 * one it prepares; with an excerpt per endpoint the first costs nothing and the second little.
 */
export function subDocumentFor(document: OpenApiDocument, endpoint: Endpoint): OpenApiDocument {
  const requestBody = endpoint.body && {
    required: false,
    content: Object.fromEntries(
      Object.entries(BODY_TYPES).flatMap(([kind, type]) => {
        const schema = endpoint.body?.[kind as BodyKind]
        return schema ? [[type, { schema }]] : []
      }),
    ),
  }
  const item = {
    [endpoint.method.toLowerCase()]: {
      operationId: endpoint.id,
      parameters: endpoint.parameters.map(withReservedAllowed),
      ...(requestBody && { requestBody }),
      responses: { 200: { description: 'Not looked at.' } },
    },
  }
  const { openapi, info, components } = document
  const parts = { paths: { [endpoint.path]: item }, components: reachable(item, components ?? {}) }
  // A copy: the validator changes what it is given.
  const excerpt = JSON.parse(JSON.stringify({ openapi, info, ...parts }, withoutDiscriminators)) as OpenApiDocument
  return withDefaultsInPlace(document, excerpt)
}

/** An unencoded `:` or `/` is legal in a query; the validator would refuse it. */
const withReservedAllowed = (parameter: Parameter) =>
  parameter.in === 'query' ? { ...parameter, allowReserved: true } : parameter

/** A discriminator hides every violation but its own; the alternatives are checked without it. */
const withoutDiscriminators = (key: string, value: unknown) =>
  key === 'discriminator' && typeof value === 'object' && value !== null && 'propertyName' in value ? undefined : value

function reachable(from: unknown, components: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const found: Record<string, Record<string, unknown>> = {}
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const [, section, name] = (key === '$ref' && /^#\/components\/([^/]+)\/([^/]+)/.exec(String(inner))) || []
      if (section === undefined || name === undefined) visit(inner)
      else if (found[section]?.[name] === undefined) {
        const component = components[section]?.[name]
        found[section] = { ...found[section], [name]: component }
        visit(component)
      }
    }
  }
  visit(from)
  return found
}
