import { RATE_CLASSES, type RateClass } from '../../../packages/server/src/http/limits/rate-classes.ts'
import {
  type Components,
  endpoints,
  type Json,
  type JsonObject,
  type OpenApi,
  parametersOf,
} from '../read/openapi-model.ts'

// House rules that the ready-made linters lack. Each returns one sentence per problem, and an empty list if there is none.

/** The rules of a framed document. */
export function ruleProblems(document: OpenApi): string[] {
  return [
    ...identityProblems(document),
    ...accessProblems(document),
    ...statusProblems(document),
    ...boundProblems(document),
    ...deadlineProblems(document),
  ]
}

/** Every operation has an id `<noun>.<key>`. The noun is the name of its file, which is its tag in camelCase. */
function identityProblems({ paths }: OpenApi): string[] {
  const seen = new Set<string>()
  return endpoints(paths).flatMap(({ operation, method, path }) => {
    const problems: string[] = []
    const where = `${method.toUpperCase()} ${path}`
    const { operationId, summary, tags = [] } = operation
    if (!operationId) return [`${where} has no operationId`]
    if (seen.has(operationId)) problems.push(`${where}: ${operationId} is used twice`)
    seen.add(operationId)
    if (!summary) problems.push(`${where} has no summary`)
    if (tags.length !== 1) problems.push(`${where} needs exactly one tag`)
    const noun = (tags[0] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (!operationId.startsWith(`${noun}.`))
      problems.push(`${where}: ${operationId} does not start with its tag, ${noun}`)
    return problems
  })
}

/** Scopes and rate classes exist, and administration requires the scope of administrators. */
function accessProblems({ paths, components }: OpenApi): string[] {
  const scopes = (components.schemas.ApiKeyScope?.enum ?? []) as string[]
  return endpoints(paths).flatMap(({ path, operation }) => {
    const { operationId, 'x-scopes': asked, 'x-rate-class': rateClass = '' } = operation
    const unknown = (asked ?? []).filter((scope) => !scopes.includes(scope))
    const isAdmin = asked?.join() === 'admin'
    return [
      ...unknown.map((scope) => `${operationId}: there is no scope ${scope}`),
      ...(RATE_CLASSES.includes(rateClass as RateClass) ? [] : [`${operationId}: there is no rate class ${rateClass}`]),
      ...(path.startsWith('/api/admin/') && !isAdmin ? [`${operationId}: administration needs x-scopes: [admin]`] : []),
    ]
  })
}

/** All endpoints of an image operation have the same deadline, because the server keeps one for each operation. */
function deadlineProblems({ paths }: OpenApi): string[] {
  const known = new Map<string, { readonly id: string; readonly seconds: number }>()
  return endpoints(paths).flatMap(({ operation }) => {
    const { operationId: id, 'x-operation': name, 'x-deadline-seconds': seconds } = operation
    if (name === undefined || seconds === undefined) return []
    const first = known.get(name) ?? { id, seconds }
    known.set(name, first)
    return first.seconds === seconds
      ? []
      : [`${id} has a deadline of ${seconds} seconds for ${name}, but ${first.id} has ${first.seconds}`]
  })
}

function statusProblems({ paths, components }: OpenApi): string[] {
  return endpoints(paths).flatMap((endpoint) => {
    const { operation } = endpoint
    const problems: string[] = []
    const named = parametersOf(endpoint, components).some((parameter) => parameter.in === 'path')
    if (named && !operation.responses['404']) problems.push(`${operation.operationId} has a path parameter and no 404`)
    if (!operation['x-retired'] && !Object.keys(operation.responses).some((status) => Number(status) < 400)) {
      problems.push(`${operation.operationId} has no success response`)
    }
    return problems
  })
}

/** Everything that a caller sends is bounded: strings, lists, maps and numbers of every request. The server refuses by these bounds what is too large to be checked. */
export function boundProblems({ paths, components }: OpenApi): string[] {
  return endpoints(paths).flatMap((endpoint) => {
    const { operationId, requestBody } = endpoint.operation
    const roots: [string, Json | undefined][] = [
      ...parametersOf(endpoint, components).map(({ name, schema }): [string, Json] => [name, schema]),
      ...Object.values(requestBody?.content ?? {}).map((media): [string, Json | undefined] => ['body', media.schema]),
    ]
    return roots.flatMap(([name, schema]) =>
      unbounded(schema, components, new Set()).map((place) => `${operationId}: ${name}${place}`),
    )
  })
}

function unbounded(schema: Json | undefined, components: Components, seen: Set<string>): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return []
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    if (seen.has(name)) return []
    return unbounded(components.schemas[name], components, new Set([...seen, name]))
  }
  const within = (inner: Json | undefined, place: string) =>
    unbounded(inner, components, seen).map((found) => `${place}${found}`)
  const properties = Object.entries((schema.properties ?? {}) as JsonObject)
  const branches = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => (schema[key] ?? []) as Json[])
  return [
    ...missingBounds(schema),
    ...properties.flatMap(([key, inner]) => within(inner, `.${key}`)),
    ...within(schema.items, '[]'),
    ...[schema.additionalProperties, ...Object.values((schema.patternProperties ?? {}) as JsonObject)].flatMap(
      (inner) => within(inner, '.*'),
    ),
    ...[...branches, schema.then, schema.else, schema.contentSchema].flatMap((inner) => within(inner, '')),
  ]
}

function missingBounds(schema: JsonObject): string[] {
  if (schema.enum || schema.const !== undefined || schema.format === 'binary') return []
  const types = [schema.type].flat()
  const lacks = (type: string, ...keys: string[]) =>
    types.includes(type) && !keys.some((key) => schema[key] !== undefined)
  return [
    ...(lacks('string', 'maxLength') ? [' is a string without maxLength'] : []),
    ...(lacks('array', 'maxItems') ? [' is an array without maxItems'] : []),
    ...(isMap(schema) && schema.maxProperties === undefined ? [' is a map without maxProperties'] : []),
    ...(isAnything(schema) ? [' may be anything: it has no type'] : []),
    ...['integer', 'number'].flatMap((type) => [
      ...(lacks(type, 'minimum', 'exclusiveMinimum') ? [` is a ${type} without minimum`] : []),
      ...(lacks(type, 'maximum', 'exclusiveMaximum') ? [` is a ${type} without maximum`] : []),
    ]),
  ]
}

/** Whether an object may have fields of any name. */
const isMap = ({ type, properties, additionalProperties, patternProperties }: JsonObject): boolean =>
  [type].flat().includes('object') && (!properties || Boolean(additionalProperties) || patternProperties !== undefined)

/** Keywords that need no type beside them. */
const DESCRIBING = ['type', 'allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else', 'properties', 'required']

const isAnything = (schema: JsonObject): boolean => !DESCRIBING.some((key) => schema[key] !== undefined)
