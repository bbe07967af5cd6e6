import type { OpenApiDocument, Schema } from '../../src/contract/openapi-types.ts'
import { resolve } from '../../src/contract/openapi-types.ts'
import type { Endpoint } from '../../src/http/endpoints/endpoint-table.ts'
import { FREE_VALUES, readable, readableItems } from '../../src/http/validation/bounded-json.ts'

/** Enough for every limit of the server. */
const FAR_TOO_LARGE = 960_000

/** A body that costs the server as much as one that it reads, or as one that it must refuse unread. */
export interface WorstBody {
  readonly name: string
  readonly text: string
}

type Leaf = (schema: Schema) => unknown

/** Values that fit, as long as the document allows. */
const fitting: Leaf = (schema) => {
  if (schema.enum) return schema.enum[0]
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  const most = schema.maxLength ?? 20
  if (schema.format === 'uri') return `https://example.com/${'a'.repeat(Math.max(0, most - 20))}`
  return 'é,a@'.repeat(most).slice(0, most)
}

/** Values that break as many rules as possible. */
const breaking: Leaf = (schema) =>
  [schema.type].flat().includes('string') ? '\u0000 '.repeat(readable(schema.maxLength ?? 9)) : []

/**
 * The costliest JSON bodies of an endpoint, made from its schema: lists and texts that are as long as the server reads, with
 * values that fit and that do not, as many unknown fields as it reads, and the same far beyond the bounds.
 *
 * @param maxBytes What the endpoint reads. Lists are shortened until a body fits.
 */
export function worstBodies(document: OpenApiDocument, { body }: Endpoint, maxBytes: number): WorstBody[] {
  const schema = body?.json
  if (!schema) return []
  const fill = (leaf: Leaf) => longest((length) => JSON.stringify(filled(document, schema, leaf, length)), maxBytes)
  const fields = Object.keys(filled(document, schema, fitting, 1) as object)
  const unknown = (count: number) => Array.from({ length: count }, (_, at) => `"x${at}":1`).join()
  const first = (value: string) => `{${fields.map((name) => `${JSON.stringify(name)}:${value}`).join()}}`
  const share = Math.floor(FAR_TOO_LARGE / Math.max(1, fields.length))
  return [
    { name: 'full', text: fill(fitting) },
    { name: 'wrong', text: fill(breaking) },
    { name: 'unknown', text: `{${unknown(FREE_VALUES)}}` },
    { name: 'endless lists', text: first(`[${'1,'.repeat(share / 2)}1]`) },
    { name: 'endless texts', text: first(`"${'é'.repeat(share / 2)}"`) },
    { name: 'endless objects', text: first(`[${'{},'.repeat(share / 3)}{}]`) },
    { name: 'endless unknown fields', text: `{${unknown(FAR_TOO_LARGE / 9)}}` },
    { name: 'blank lines that are no JSON', text: `${'\n'.repeat(FAR_TOO_LARGE)}x` },
  ].map(({ name, text }) => ({
    name,
    text: text.length > maxBytes && name !== 'full' ? text.slice(0, maxBytes) : text,
  }))
}

/** The longest text of at most `maxBytes`, by the share of each list that is filled. */
function longest(make: (share: number) => string, maxBytes: number): string {
  for (let share = 1; share > 0.001; share /= 2) {
    const text = make(share)
    if (Buffer.byteLength(text) <= maxBytes) return text
  }
  return '{}'
}

/** A value with every field, also those of alternatives. */
function filled(document: OpenApiDocument, given: Schema, leaf: Leaf, share: number): unknown {
  const schema = resolve(document, given)
  const { allOf = [], anyOf = [], oneOf = [], then, items, properties } = schema
  const parts = [...allOf, ...anyOf, ...oneOf, ...(then ? [then] : [])]
  if (items) {
    const count = Math.max(1, Math.floor(readableItems(schema.maxItems ?? 1) * share))
    const item = filled(document, items, leaf, share)
    return Array(count).fill(item)
  }
  const inner = parts.map((part) => filled(document, part, leaf, share))
  if (!properties) {
    if ([schema.type].flat().includes('object')) {
      const { additionalProperties } = schema
      const value = typeof additionalProperties === 'object' ? filled(document, additionalProperties, leaf, share) : 'x'
      return Object.fromEntries(Array.from({ length: schema.maxProperties ?? 1 }, (_, at) => [`name${at}`, value]))
    }
    return schema.type === undefined && inner.length > 0 ? inner.find((one) => one !== undefined) : leaf(schema)
  }
  const own = Object.entries(properties).map(([name, one]) => [name, filled(document, one, leaf, share)])
  const objects = inner.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  return Object.assign({}, ...objects, Object.fromEntries(own))
}

/** The costliest forms: each text as long as a form may have it, tiny JSON values in each, and as many fields as are read. */
export function worstForms({
  body,
}: Endpoint): { readonly name: string; readonly body: BodyInit; readonly type?: string }[] {
  const names = Object.keys(body?.form?.properties ?? {})
  const size = Math.floor(FAR_TOO_LARGE / Math.max(4, names.length))
  const texts = {
    text: 'é'.repeat(size / 2),
    'list of numbers': `[${'1,'.repeat(size / 2 - 2)}1]`,
    'list of objects': `[${'{},'.repeat(size / 3 - 2)}{}]`,
    levels: '['.repeat(size),
  }
  const multipart = Object.entries(body?.form ? texts : {}).map(([name, text]) => {
    const form = new FormData()
    for (const field of names) form.append(field, text)
    return { name: `form of ${name}`, body: form }
  })
  const pairs = (count: number, pair: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => pair(at)).join('&')
  const type = 'application/x-www-form-urlencoded'
  const lists = body?.urlencoded ? [pairs(8_000, (at) => `x${at}=1`), pairs(15_000, () => 'a=1')] : []
  return [...multipart, ...lists.map((list) => ({ name: 'urlencoded', body: list, type }))]
}

/** Every parameter again and again, and unknown ones, within the size that headers may have. */
export function worstQueries({ parameters }: Endpoint): string[] {
  const names = parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []))
  return [...names.map((name) => `${name}=1&`), 'x=&'].map((pair) => `?${pair.repeat(15_000 / pair.length)}`)
}
