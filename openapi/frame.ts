import { dropTagDefaults, markAccess } from './frame-access.ts'
import { DELIVERY, HEADERS, PARAMETERS, REFUSAL } from './frame-parts.ts'
import {
  type Components,
  type Endpoint,
  endpoints,
  isBearer,
  isReference,
  type JsonObject,
  nameOf,
  type OpenApi,
  type Operation,
  type PathItem,
  parametersOf,
  type Reference,
  type Response,
} from './generate/read/openapi-model.ts'
import { propertiesOf } from './generate/read/schema-properties.ts'
import { camelCased, readRefusals } from './generate/read/shared-refusals.ts'

// What all operations share is written here once instead of in every block of the YAML. A block then contains only
// what is special to its operation.

/** Adds the error responses, headers and parameters that all operations share to a bundled document, in place. */
export async function applyFrame(document: OpenApi): Promise<void> {
  const { components } = document
  const refusals = await readRefusals()
  components.headers = { ...HEADERS, ...components.headers }
  components.parameters = { ...PARAMETERS, ...DELIVERY.parameters, ...components.parameters }
  components.responses = { ...components.responses, ...DELIVERY.responses, ...refusals.responses }
  components.schemas = { ...components.schemas, ...refusals.schemas }

  for (const endpoint of endpoints(document.paths)) {
    const { operation, path } = endpoint
    markRetired(operation)
    markAccess(endpoint, document)
    liftExample(operation, components)
    addParameters(endpoint)
    addRefusals(endpoint, components)
    if (path.startsWith('/v1/')) speakCamelCase(operation, components)
    addHeaders(endpoint, components)
    operation.responses = inOrder(operation.responses)
  }
  for (const [event, item] of Object.entries(document.webhooks)) frameEvent(event, item)
  describeKnownValues(components)
  liftDefaults(components)
  dropTagDefaults(document)
  dropUnused(document)
}

/** Every event is one signed POST. Its operationId follows from its type, and all events have the same responses. */
function frameEvent(event: string, { post }: PathItem): void {
  if (!post) throw new Error(`events.yaml: ${event} is not a POST`)
  const name = event.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
  Object.assign(post, {
    operationId: `events.${name}`,
    tags: ['webhooks'],
    security: [],
    parameters: [{ $ref: '#/components/parameters/Signature' }],
    responses: {
      '2XX': { $ref: '#/components/responses/Taken' },
      '401': { $ref: '#/components/responses/Mismatch' },
    },
  })
}

/** Adds to a description which values of an open text are known, and that the default replaces any other. */
function describeKnownValues({ schemas }: Components): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const open = [schema, ...[...propertiesOf(schema, name)].map(([, property]) => property)]
    for (const one of open) {
      const list = one['x-known-values']
      if (!Array.isArray(list) && one['x-open-value'] === undefined) continue
      const known = Array.isArray(list) ? `Known values: ${list.join(', ')}. ` : ''
      one.description = [one.description, `${known}Any other value is replaced by the default, with a warning.`]
        .filter(Boolean)
        .join(' ')
    }
  }
}

/**
 * Repeats the default of a named schema beside each property that refers to it.
 *
 * Validators and the typed views apply a default only if it stands at the property.
 */
function liftDefaults({ schemas }: Components): void {
  for (const schema of Object.values(schemas)) {
    const references = Object.values((schema.properties ?? {}) as JsonObject).filter(isReference)
    for (const property of references as (Reference & JsonObject)[]) {
      const found = schemas[nameOf(property)]?.default
      if (found !== undefined) property.default ??= found
    }
  }
}

function markRetired(operation: Operation): void {
  if (operation['x-retired']) {
    operation.deprecated = true
    operation.description ??= `This endpoint is retired. It does nothing and returns 410. ${operation['x-retired']}`
  }
}

/** Copies the example of a named schema to the body, where viewers look for it. */
function liftExample({ requestBody }: Operation, { schemas }: Components): void {
  for (const media of Object.values(requestBody?.content ?? {})) {
    if (media.examples !== undefined || !isReference(media.schema)) continue
    const example = schemas[nameOf(media.schema)]?.example
    if (example !== undefined) media.example ??= example
  }
}

const acceptsWork = (operation: Operation): boolean =>
  operation['x-operation'] !== undefined || operation['x-operations'] !== undefined

const takesKey = ({ method, operation }: Endpoint): boolean =>
  method === 'post' && isBearer(operation) && !operation['x-retired']

function addParameters(endpoint: Endpoint): void {
  const { operation } = endpoint
  const added = [
    ...(takesKey(endpoint) ? ['IdempotencyKey'] : []),
    ...(acceptsWork(operation) ? ['MaxCredits'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  if (added.length > 0) operation.parameters = [...(operation.parameters ?? []), ...added]
}

/** Adds the error responses that follow from the kind of operation. A response that a block defines itself is kept. */
function addRefusals(endpoint: Endpoint, components: Components): void {
  const { operation } = endpoint
  const bearer = isBearer(operation)
  const body = operation.requestBody !== undefined
  const retired = operation['x-retired'] !== undefined
  const follows: [number, boolean][] = [
    [400, body],
    [401, bearer],
    [402, acceptsWork(operation) && !operation['x-free']],
    [403, bearer && !retired],
    [408, body],
    [409, takesKey(endpoint)],
    [410, retired],
    [413, body],
    [415, body],
    [422, body || parametersOf(endpoint, components).length > 0],
    [429, true],
    [500, true],
    // The database may be away, whatever the operation does.
    [503, true],
    [504, operation['x-deadline-seconds'] !== undefined],
  ]
  for (const [status, applies] of follows) {
    if (applies) operation.responses[status] ??= { $ref: `#/components/responses/${REFUSAL[status]}` }
  }
}

/** Replaces the error responses of a /v1 operation by their camelCase copies, which are made when first needed. */
function speakCamelCase(operation: Operation, components: Components): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!isReference(response) || Number(status) < 400) continue
    const name = nameOf(response)
    const refusal = components.responses[name]
    if (!refusal || !JSON.stringify(refusal).includes('#/components/schemas/Error"')) continue
    components.responses[`${name}V1`] ??= camelCased(refusal)
    operation.responses[status] = { $ref: `#/components/responses/${name}V1` }
  }
}

function addHeaders(endpoint: Endpoint, components: Components): void {
  const { operation } = endpoint
  for (const [status, found] of Object.entries(operation.responses)) {
    const shared = isReference(found) ? components.responses[nameOf(found)] : found
    if (!shared) throw new Error(`${operation.operationId}: no response for ${status}`)
    // A shared error response is the same everywhere. A shared success is copied, because its headers differ.
    const response = Number(status) < 400 ? structuredClone(shared) : shared
    if (response !== shared) operation.responses[status] = response
    response.headers = { ...response.headers, ...headersFor(endpoint, Number(status)) }
  }
}

function headersFor(endpoint: Endpoint, status: number): NonNullable<Response['headers']> {
  const names = ['X-Request-Id', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
  if ([409, 429, 503].includes(status)) names.push('Retry-After')
  if (status === 410) names.push('Deprecation', 'Link')
  if (status === 200 && endpoint.operation.requestBody) names.push('X-Ignored-Fields')
  if (status === 200 && takesKey(endpoint)) names.push('Idempotency-Replayed')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const inOrder = (responses: Operation['responses']): Operation['responses'] =>
  Object.fromEntries(Object.entries(responses).sort(([a], [b]) => a.localeCompare(b)))

/** Removes unused components and sorts the rest, so that an unrelated change moves no line. */
function dropUnused(document: OpenApi): void {
  const { components } = document
  const sections = ['schemas', 'responses', 'parameters', 'headers'] as const
  for (let before = -1, after = count(components); before !== after; before = after, after = count(components)) {
    const text = JSON.stringify(document)
    for (const section of sections) {
      const used = Object.entries(components[section])
        .filter(([name]) => text.includes(`"#/components/${section}/${name}"`))
        .sort(([a], [b]) => (a < b ? -1 : 1))
      Object.assign(components, { [section]: Object.fromEntries(used) })
    }
  }
}

const count = (components: Components): number =>
  Object.values(components).reduce((sum, section) => sum + Object.keys(section).length, 0)
