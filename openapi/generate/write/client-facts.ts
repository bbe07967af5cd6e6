import { createHash } from 'node:crypto'
import { endpoints, isBearer, type OpenApi } from '../read/openapi-model.ts'
import { MARK } from './typed-views.ts'

/** Seconds after which the server gives up on an operation, for those that take long. The client has no method for one that is not built. */
export function deadlines({ paths }: OpenApi): string {
  const lines = endpoints(paths).flatMap(({ method, path, operation }) => {
    const seconds = operation['x-deadline-seconds']
    return seconds === undefined || operation['x-pending'] ? [] : [`  '${method.toUpperCase()} ${path}': ${seconds},`]
  })
  return `${MARK}export const DEADLINE_SECONDS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n}\n`
}

/** The operations that take no credential: the SDK refuses all others before it sends them without a key. */
export function publicOperations({ paths }: OpenApi): string {
  const lines = endpoints(paths).flatMap(({ method, path, operation }) =>
    isBearer(operation) || operation['x-pending'] || operation['x-retired']
      ? []
      : [`  '${method.toUpperCase()} ${path}',`],
  )
  return `${MARK}export const PUBLIC_OPERATIONS: readonly string[] = [\n${lines.join('\n')}\n]\n`
}

/** Names the document that an SDK was made from, whatever the address of a server that serves it. */
export function documentHash(bundled: string): string {
  const { servers: _, ...document } = JSON.parse(bundled) as Record<string, unknown>
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
  return `${MARK}export const DOCUMENT_HASH = '${hash}'\n`
}
