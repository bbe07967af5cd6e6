import type { JsonObject, OpenApi } from '../read/openapi-model.ts'
import { MARK } from './typed-views.ts'

/**
 * TypeScript source of constants that hold the values of enums.
 *
 * @param wanted name of the constant → schema of the enum, or `Schema.property`
 *
 * @example
 * enumConstants(document, { SCOPES: 'ApiKeyScope' }) // export const SCOPES = ['read', …] as const
 */
export function enumConstants(document: OpenApi, wanted: Readonly<Record<string, string>>): string {
  const lines = Object.entries(wanted).map(([name, place]) => {
    const values = enumAt(document, place).map((value) => `'${value}'`)
    return `/** The values of \`${place}\`, in the order of the document. */\nexport const ${name} = [${values.join(', ')}] as const\n`
  })
  return MARK + lines.join('\n')
}

function enumAt({ components }: OpenApi, place: string): readonly unknown[] {
  const [schema = '', property] = place.split('.')
  const found = components.schemas[schema]
  const at = property === undefined ? found : (found?.properties as Record<string, JsonObject> | undefined)?.[property]
  if (!Array.isArray(at?.enum)) throw new Error(`${place} is no enum of the document`)
  return at.enum
}
