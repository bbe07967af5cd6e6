import type { AnyHandler } from '../../contract/index.ts'
import type { Endpoint } from './endpoint-table.ts'

/**
 * Binds handlers to endpoints by their id.
 *
 * @throws Error with every mismatch, so a server with a half-added endpoint does not start.
 */
export function bindHandlers(
  endpoints: readonly Endpoint[],
  handlers: Readonly<Record<string, AnyHandler>>,
): ReadonlyMap<Endpoint, AnyHandler> {
  const problems = [
    ...repeatedIds(endpoints),
    ...endpoints.flatMap((endpoint) => handlerProblem(endpoint, Object.hasOwn(handlers, endpoint.id))),
    ...unknownHandlers(endpoints, handlers),
  ]
  if (problems.length > 0) throw new Error(`The document and the handlers do not match:\n  ${problems.join('\n  ')}`)

  return new Map(
    endpoints.flatMap((endpoint) => {
      const handler = handlers[endpoint.id]
      return handler ? [[endpoint, handler] as const] : []
    }),
  )
}

function handlerProblem({ id, retired }: Endpoint, handled: boolean): string[] {
  if (retired !== undefined) return handled ? [`${id} is retired and has a handler`] : []
  return handled ? [] : [`${id} has no handler`]
}

function unknownHandlers(endpoints: readonly Endpoint[], handlers: object): string[] {
  const known = new Set(endpoints.map(({ id }) => id))
  return Object.keys(handlers).flatMap((id) => (known.has(id) ? [] : [`the document has no endpoint ${id}`]))
}

function repeatedIds(endpoints: readonly Endpoint[]): string[] {
  const seen = new Set<string>()
  return endpoints.flatMap(({ id, method, path }) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [`${method} ${path} has the operationId ${id} of another`]
  })
}
