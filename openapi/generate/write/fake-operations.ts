import { mergedSchema as schemaOf } from '../read/merged-schema.ts'
import {
  endpoints,
  isBearer,
  isReference,
  type Json,
  type JsonObject,
  nameOf,
  type OpenApi,
} from '../read/openapi-model.ts'
import { isForPrograms } from './client-facts.ts'
import { MARK } from './typed-views.ts'

/** What the fake of the service in `@platelight/sdk/testing` knows of each operation: its replies and what its body needs. */
export function fakeOperationsSource(document: OpenApi): string {
  const offered = endpoints(document.paths).filter(({ operation }) => isForPrograms(operation))
  const named = offered.map(({ method, path, operation }) => {
    const success = operation.responses['200']
    const content = success && !isReference(success) ? (success.content ?? {}) : {}
    const [type = 'application/json'] = Object.keys(content)
    const media = content['application/json']
    const body = schemaOf(operation.requestBody?.content['application/json']?.schema, document)
    return {
      name: String((operation as unknown as JsonObject)['x-sdk'] ?? operation.operationId),
      method: method.toUpperCase(),
      path,
      ...(!isBearer(operation) && { isPublic: true }),
      ...(media ? { reply: exampleOf(media, document) } : { type }),
      ...(Array.isArray(body.required) && { required: body.required as string[] }),
      ...withChoices(body, document),
    }
  })
  return [
    `${MARK}${OPERATION_TYPE}`,
    '/** Method and path of each operation, by the name of its method of the client. */',
    'export interface OperationPaths {',
    ...named.map(({ name, method, path }) => `  '${name}': ['${method}', '${path}']`),
    '}',
    '',
    '/** The operations that a program can call, with a reply of each. */',
    `export const FAKE_OPERATIONS: readonly FakeOperation[] = ${JSON.stringify(named, null, 1)}`,
    '',
    '/** The body of each refusal in the /api family, by its status. */',
    `export const REFUSALS: Readonly<Record<number, object>> = ${JSON.stringify(refusals(document, false), null, 1)}`,
    '',
    '/** The same in the /v1 family. */',
    `export const REFUSALS_V1: Readonly<Record<number, object>> = ${JSON.stringify(refusals(document, true), null, 1)}`,
    '',
  ].join('\n')
}

const OPERATION_TYPE = `/** What the fake knows of an operation. */
export interface FakeOperation {
  /** The name of its method of the client, such as photos.enhance. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** Whether it needs no key. */
  readonly isPublic?: boolean
  /** The JSON of its reply; absent for one that replies with a file or events. */
  readonly reply?: unknown
  /** The type of a reply that is not JSON. */
  readonly type?: string
  /** Fields that its JSON body must have. */
  readonly required?: readonly string[]
  /** Fields of its JSON body with a fixed list of values. */
  readonly choices?: Readonly<Record<string, readonly unknown[]>>
}
`

/** The values of the fields that have a fixed list of them. */
function withChoices({ properties = {} }: JsonObject, document: OpenApi): { choices?: Record<string, Json[]> } {
  const choices = Object.entries(properties as Record<string, JsonObject>).flatMap(([field, property]) => {
    const { enum: values } = schemaOf(property, document)
    return Array.isArray(values) ? [[field, values] as const] : []
  })
  return choices.length > 0 ? { choices: Object.fromEntries(choices) } : {}
}

/** The refusal with each status that most operations name. */
function refusals({ paths, components }: OpenApi, isV1: boolean): Record<string, Json | undefined> {
  const counts = new Map<string, number>()
  for (const { path, operation } of endpoints(paths)) {
    if (path.startsWith('/v1/') !== isV1) continue
    for (const [status, response] of Object.entries(operation.responses)) {
      const key = isReference(response) && status >= '400' ? `${status} ${nameOf(response)}` : undefined
      if (key) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const ranked = [...counts].sort((a, b) => a[1] - b[1]).map(([key]) => key.split(' '))
  return Object.fromEntries(
    ranked.map(([status = '', name = '']) => [
      status,
      components.responses[name]?.content?.['application/json']?.example as Json,
    ]),
  )
}

/** The example of a body, or one that is made of its schema. */
function exampleOf(media: JsonObject, document: OpenApi): Json {
  const { example, examples, schema } = media
  const [first] = Object.values((examples ?? {}) as Record<string, { value?: Json }>)
  return (example ?? first?.value ?? sample(schema, document, new Set())) as Json
}

/** A value that fits a schema: its example, default or first value, or one made of its parts. */
function sample(given: Json | undefined, document: OpenApi, inside: ReadonlySet<string>): Json {
  const schema = (given ?? {}) as JsonObject
  const name = isReference(schema) ? nameOf(schema) : undefined
  // A schema that contains itself ends here.
  if (name && inside.has(name)) return null
  const within = name ? new Set([...inside, name]) : inside
  const whole = schemaOf(schema, document)
  const { example, examples, default: usual, const: only, enum: values, oneOf, anyOf } = whole
  const [firstExample] = Array.isArray(examples) ? examples : []
  const known = example ?? firstExample ?? usual ?? only ?? (Array.isArray(values) ? values[0] : undefined)
  if (known !== undefined) return known
  const [choice] = (oneOf ?? anyOf ?? []) as Json[]
  if (choice !== undefined && !whole.properties) return sample(choice, document, within)
  const type = Array.isArray(whole.type) ? whole.type[0] : whole.type
  if (whole.properties || type === 'object') {
    const { required, properties = {} } = whole
    const fields = Object.entries(properties as Record<string, JsonObject>)
    // What is there only sometimes, such as an error, would contradict the rest.
    const always = Array.isArray(required) ? fields.filter(([field]) => required.includes(field)) : fields
    return Object.fromEntries(always.map(([field, property]) => [field, sample(property, document, within)]))
  }
  if (type === 'array') {
    const items = whole.items === undefined ? [] : [sample(whole.items, document, within)]
    return items.length < Number(whole.minItems) ? Array(Number(whole.minItems)).fill(items[0] ?? null) : items
  }
  if (type === 'integer' || type === 'number') return Number(whole.minimum ?? 1)
  if (type === 'boolean') return false
  if (type === 'null') return null
  const { format, pattern = '' } = whole
  return SAMPLES[String(format)] ?? TEXTS.find((text) => new RegExp(String(pattern)).test(text)) ?? 'text'
}

const SAMPLES: Readonly<Record<string, string>> = {
  uri: 'https://example.com/ramen.jpg',
  'date-time': '2026-11-21T09:30:00.000Z',
  date: '2026-11-21',
  email: 'mara@example.com',
}

/** Texts of which one fits each pattern of the document. */
const TEXTS = ['text', '#b3541e', '2026-11-21']
