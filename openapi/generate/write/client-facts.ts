import { createHash } from 'node:crypto'
import {
  endpoints,
  isBearer,
  isReference,
  type JsonObject,
  type OpenApi,
  type Operation,
} from '../read/openapi-model.ts'
import { MARK } from './typed-views.ts'

/** TypeScript source of `DEADLINE_SECONDS`: the deadline of each endpoint in seconds, where it is not a minute. */
export function deadlinesSource({ paths }: OpenApi): string {
  const lines = endpoints(paths).flatMap(({ method, path, operation }) => {
    const seconds = operation['x-deadline-seconds']
    return seconds === undefined || seconds === 60 ? [] : [`  '${method.toUpperCase()} ${path}': ${seconds},`]
  })
  return `${MARK}export const DEADLINE_SECONDS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n}\n`
}

/**
 * TypeScript source of `PUBLIC_OPERATIONS`: the endpoints that require no credential. A client without a key calls only
 * these. Those that no method calls are left out: those of payment providers, pages, and files behind links.
 */
export function publicOperationsSource({ paths }: OpenApi): string {
  const lines = endpoints(paths).flatMap(({ method, path, operation }) =>
    isBearer(operation) || !isForPrograms(operation) || operation.operationId.startsWith('files.')
      ? []
      : [`  '${method.toUpperCase()} ${path}',`],
  )
  return `${MARK}export const PUBLIC_OPERATIONS: readonly string[] = [\n${lines.join('\n')}\n]\n`
}

/** Whether a program calls an endpoint: no page, no redirect, no check of a header, and nothing that only a provider can sign. */
export function isForPrograms({ operationId, responses, ...marks }: Operation): boolean {
  const success = responses['200']
  const types = success && !isReference(success) ? Object.keys(success.content ?? {}) : []
  return !marks['x-retired'] && !operationId.startsWith('receivers.') && types.some((type) => type !== 'text/html')
}

/** TypeScript source of `DOCUMENT_HASH`: identifies the document from which a client was generated, without its `servers`. */
export function documentHashSource(bundled: string): string {
  const { servers: _, ...document } = JSON.parse(bundled) as Record<string, unknown>
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
  return `${MARK}export const DOCUMENT_HASH = '${hash}'\n`
}

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
  const values = at?.enum ?? at?.['x-known-values']
  if (!Array.isArray(values)) throw new Error(`${place} is no enum of the document`)
  return values
}
