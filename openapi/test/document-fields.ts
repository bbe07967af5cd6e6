import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { isReference, type JsonObject, nameOf, type OpenApi } from '../generate/read/openapi-model.ts'

export const document = JSON.parse(readFileSync(new URL('../dist/openapi.json', import.meta.url), 'utf8')) as OpenApi

/** A schema with its reference followed; what stands beside the reference wins. */
export function resolved(schema: JsonObject | undefined): JsonObject {
  if (!schema) return {}
  const { $ref, ...beside } = schema
  if (!isReference(schema)) return schema
  return { ...resolved(document.components.schemas[nameOf(schema)]), ...beside }
}

export const operationAt = (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  return document.paths[path]?.[method.toLowerCase() as 'get']
}

const contentOf = (holder: unknown): JsonObject => {
  const { content } = holder as { content: Record<string, { schema: JsonObject }> }
  return resolved(Object.values(content)[0]?.schema)
}

export const requestOf = (name: string) => contentOf(operationAt(name)?.requestBody)
export const replyOf = (name: string) => contentOf(operationAt(name)?.responses['200'])

/** `options.upscale` of a schema, resolved at each step; `images[]` steps into a list. */
function field(schema: JsonObject, path: string): JsonObject {
  return path.split('.').reduce((node, key) => {
    const list = key.endsWith('[]')
    const inner = resolved((node.properties as Record<string, JsonObject> | undefined)?.[key.replace('[]', '')])
    return list ? resolved(inner.items as JsonObject) : inner
  }, schema)
}

/** Everything a table says of a field, as far as it says it. */
export function expectFields(schema: JsonObject, table: Record<string, JsonObject>): void {
  for (const [path, shown] of Object.entries(table))
    expect({ [path]: field(schema, path) }).toMatchObject({ [path]: shown })
}

export const text = { type: 'string' }
