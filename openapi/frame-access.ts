import { type Endpoint, isBearer, type OpenApi, type Tag } from './generate/read/openapi-model.ts'

// Who may call an operation, and which limits it counts against. A block that says neither gets both from its tag.

/**
 * Marks an operation with `x-scopes` (where it takes a credential) and `x-rate-class`.
 *
 * Reading needs the scope `read`, a change what the tag says. With a credential the two families have limits of their
 * own; without one the tag says which.
 */
export function markAccess(endpoint: Endpoint, { tags }: OpenApi): void {
  const { operation } = endpoint
  const tag = tags.find(({ name }) => name === operation.tags?.[0])
  if (isBearer(operation) && operation['x-retired'] === undefined) operation['x-scopes'] ??= scopesOf(endpoint, tag)
  operation['x-rate-class'] ??= rateClassOf(endpoint, tag)
}

const scopesOf = ({ method }: Endpoint, tag: Tag | undefined): string[] =>
  method === 'get' || method === 'head' ? ['read'] : [tag?.['x-scope'] ?? 'account']

function rateClassOf({ path, operation }: Endpoint, tag: Tag | undefined): string {
  if (isBearer(operation)) return path.startsWith('/v1/') ? 'v1' : 'api'
  return tag?.['x-rate-class'] ?? 'public'
}

/** The operations say it now. */
export function dropTagDefaults({ tags }: OpenApi): void {
  for (const tag of tags) {
    delete tag['x-scope']
    delete tag['x-rate-class']
  }
}
