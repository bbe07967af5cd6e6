import { document } from '../../src/contract/openapi-document.ts'
import type { OperationObject, RequestBody } from '../../src/contract/openapi-types.ts'

const FREE_PLACEHOLDERS = new Set<string>(['generate', 'generate-v2'])

/**
 * Every built endpoint that takes JSON and costs something, with the document's own example as body, for the picture at
 * `url`. Forms have their own tests, and so have pictures from words, which are free without an image model.
 */
export function paidEndpoints(url: string): { path: string; body: Record<string, unknown> }[] {
  const schemas = document.components?.schemas as Record<string, { example?: Record<string, unknown> }>
  return Object.entries(document.paths).flatMap(([path, { post }]) => {
    const operation = post as OperationObject | undefined
    const name = String(operation?.['x-operation'] ?? '')
    const costs = name !== '' && !FREE_PLACEHOLDERS.has(name) && !operation?.['x-free']
    const content = (operation?.requestBody as RequestBody | undefined)?.content['application/json']
    if (!costs || !content) return []
    const json = content.schema?.$ref ?? ''
    const example = schemas[json.split('/').at(-1) ?? '']?.example ?? {}
    const own = { ...('image_urls' in example || 'imageUrl' in example ? {} : { image_url: url }) }
    const filled = Object.entries(example).map(([field, value]) => {
      if (!/url$|urls$/i.test(field)) return [field, value]
      return [field, Array.isArray(value) ? [url, url] : url]
    })
    return [{ path, body: { ...Object.fromEntries(filled), ...own } }]
  })
}
