import { type OpenApiDocument, type Parameter, withDefaultsInPlace } from '../../contract/openapi-types.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'

/** Bodies reach the validator parsed. These media types tell it which of the endpoint's schemas to use. */
export const BODY_TYPES = {
  json: 'application/json',
  form: 'application/vnd.form+json',
  urlencoded: 'application/vnd.pairs+json',
} as const satisfies Record<BodyKind, string>

/** The kinds of body that an endpoint reads, the preferred one first. */
export const bodyKinds = ({ body }: Endpoint): BodyKind[] =>
  (Object.keys(BODY_TYPES) as BodyKind[]).filter((kind) => body?.[kind])

/**
 * A document with one endpoint and only what it refers to.
 *
 * The validator compares each request with every route of its document, and walks the whole document for each endpoint
 * that it compiles. With a document per endpoint both are cheap.
 */
export function subDocumentFor(document: OpenApiDocument, endpoint: Endpoint): OpenApiDocument {
  const requestBody = endpoint.body && {
    required: false,
    content: Object.fromEntries(
      bodyKinds(endpoint).map((kind) => [BODY_TYPES[kind], { schema: endpoint.body?.[kind] }]),
    ),
  }
  const item = {
    [endpoint.method.toLowerCase()]: {
      operationId: endpoint.id,
      parameters: endpoint.parameters.map(withReservedAllowed),
      ...(requestBody && { requestBody }),
      responses: { 200: { description: 'Not used.' } },
    },
  }
  const { openapi, info, components } = document
  const parts = { paths: { [endpoint.path]: item }, components: reachable(item, components ?? {}) }
  // A copy, because the validator changes the document that it is given.
  const subDocument = JSON.parse(JSON.stringify({ openapi, info, ...parts }, withoutDiscriminators)) as OpenApiDocument
  return withDefaultsInPlace(document, subDocument)
}

/** The validator would refuse an unencoded `:` or `/`, which is legal in a query. */
const withReservedAllowed = (parameter: Parameter) =>
  parameter.in === 'query' ? { ...parameter, allowReserved: true } : parameter

/** With a discriminator the validator reports no violation but that of the discriminator itself. */
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
