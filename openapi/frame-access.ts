import { type Endpoint, isBearer, type OpenApi, type Tag } from './generate/read/openapi-model.ts'

// Required scopes and rate limits. An operation that sets neither inherits both from its tag.

/**
 * Marks an operation with `x-scopes` (if it requires authentication) and `x-rate-class`.
 *
 * Reading requires the scope `read`, and a change the scope of the tag. Authenticated calls count against the limits of
 * their family, and public calls against the rate class of the tag.
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

/** Removes the marks of the tags, which every operation now carries itself. */
export function dropTagDefaults({ tags }: OpenApi): void {
  for (const tag of tags) {
    delete tag['x-scope']
    delete tag['x-rate-class']
  }
}
