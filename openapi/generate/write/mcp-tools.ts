import { mergedSchema as schemaOf } from '../read/merged-schema.ts'
import { endpoints, isReference, type Json, type JsonObject, nameOf, type OpenApi } from '../read/openapi-model.ts'
import { MARK } from './typed-views.ts'

/**
 * What `platelight mcp` offers to assistants: each operation on pictures that a call can finish, the platform check, and the
 * lists from which values are chosen. Batches and older forms of the same work are left out.
 */
export function mcpToolsSource(document: OpenApi): string {
  const tools = endpoints(document.paths).flatMap(({ method, path, operation }) => {
    const { operationId, summary = '', description = '', requestBody } = operation
    const [noun = ''] = operationId.split('.')
    const isWork = (noun === 'images' && !LEFT_OUT.includes(operationId)) || OTHERS.includes(operationId)
    if (operation['x-retired'] || !(isWork || LISTS.includes(operationId))) return []
    const content = requestBody?.content ?? {}
    const body = schemaOf(Object.values(content)[0]?.schema, document)
    const properties = Object.entries((body.properties ?? {}) as Record<string, JsonObject>)
    const isForm = 'multipart/form-data' in content
    return [
      {
        name: operationId.replace('.', '_'),
        call: String((operation as unknown as JsonObject)['x-sdk'] ?? operationId),
        method: method.toUpperCase(),
        path,
        title: summary.replace(/\.$/, ''),
        description: description.replace(/(?<!\n)\n(?!\n)/g, ' ').trim(),
        isPaid: 'x-operation' in operation && operation['x-free'] !== true,
        isForm,
        pictures: properties.filter(([name, property]) => isPicture(name, property, document)).map(([name]) => name),
        input: {
          type: 'object',
          properties: Object.fromEntries(
            properties.map(([name, property]) => [name, inputOf(name, property, document, isForm)]),
          ),
          ...(Array.isArray(body.required) && { required: body.required }),
          additionalProperties: false,
        },
      },
    ]
  })
  return [
    `${MARK}import type { McpTool } from '../base/mcp-tool.ts'`,
    '',
    `export const MCP_TOOLS: readonly McpTool[] = ${JSON.stringify(tools, null, 1)}`,
    '',
  ].join('\n')
}

const LEFT_OUT = ['images.generate', 'images.batchProcess', 'images.process']
const OTHERS = [
  ...['photos.enhance', 'exports.platform', 'exports.check', 'mobile.assets', 'mobile.reels', 'mobile.chatEdit'],
  'mobile.captionCopy',
]
const LISTS = ['catalogs.platforms', 'catalogs.styles', 'photos.presets', 'account.credits', 'brand.profile']

const FILE = 'A picture file below the root folder'

/** A picture is a file or an address; in a form a file. Everything else is as the document says, with its references followed. */
function inputOf(name: string, property: JsonObject, document: OpenApi, isForm: boolean): JsonObject {
  if (!isPicture(name, property, document)) return plain(property, document, new Set())
  const { description = '', type, maxItems, minItems } = schemaOf(property, document)
  const one: JsonObject = { type: 'string', description: isForm ? `${FILE}.` : `${FILE}, or a URL.` }
  if (type !== 'array') return { ...one, description: `${one.description} ${description}`.trim() }
  return { type: 'array', description, items: one, ...(maxItems && { maxItems }), ...(minItems && { minItems }) }
}

function isPicture(name: string, property: JsonObject, document: OpenApi): boolean {
  const { format, items } = schemaOf(property, document)
  const isFile = format === 'binary' || schemaOf(items, document).format === 'binary'
  return isFile || /^(image|mask|logo|reference)_urls?$|^imageUrl$|^reference_images$/.test(name)
}

/** A schema of JSON Schema alone. A schema that contains itself is cut off. */
function plain(given: Json | undefined, document: OpenApi, inside: ReadonlySet<string>): JsonObject {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  const name = isReference(given) ? nameOf(given) : undefined
  if (name && inside.has(name)) return {}
  const within = name ? new Set([...inside, name]) : inside
  const kept = Object.entries(schemaOf(given, document)).flatMap(([key, value]): [string, Json | undefined][] => {
    if (key.startsWith('x-') || ['example', 'examples', '$ref', 'if', 'then', 'else', 'allOf'].includes(key)) return []
    if (key === 'properties') {
      const properties = Object.entries((value ?? {}) as JsonObject)
      return [[key, Object.fromEntries(properties.map(([field, one]) => [field, plain(one, document, within)]))]]
    }
    if (key === 'items') return [[key, plain(value, document, within)]]
    if (Array.isArray(value) && /^(one|any)Of$/.test(key)) {
      const parts = value.map((part) => plain(part, document, within))
      // Which of several fields is needed is said in words, and by the server.
      return parts.every((part) => Object.keys(part).join() === 'required') ? [] : [[key, parts]]
    }
    return [[key, value]]
  })
  return Object.fromEntries(kept)
}
