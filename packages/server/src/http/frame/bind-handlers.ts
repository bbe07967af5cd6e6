import type { AnyHandler } from '../../contract/index.ts'
import type { Endpoint } from './endpoint-table.ts'

/**
 * Binds handlers to endpoints by their id.
 *
 * @param imageOperations Names of the declared image operations, to be compared with the document's. Left out, they are
 *   not compared.
 * @throws Error with every mismatch, so a server with a half-added endpoint does not start.
 */
export function bindHandlers(
  endpoints: readonly Endpoint[],
  handlers: Readonly<Record<string, AnyHandler>>,
  imageOperations?: ReadonlySet<string>,
): ReadonlyMap<Endpoint, AnyHandler> {
  const problems = [
    ...repeatedIds(endpoints),
    ...endpoints.flatMap((endpoint) => handlerProblem(endpoint, Object.hasOwn(handlers, endpoint.id))),
    ...unknownHandlers(endpoints, handlers),
    ...(imageOperations ? imageProblems(endpoints, imageOperations) : []),
  ]
  if (problems.length > 0) throw new Error(`The document and the handlers do not match:\n  ${problems.join('\n  ')}`)

  return new Map(
    endpoints.flatMap((endpoint) => {
      const handler = handlers[endpoint.id]
      return handler ? [[endpoint, handler] as const] : []
    }),
  )
}

function handlerProblem({ id, pending, retired }: Endpoint, handled: boolean): string[] {
  if (pending && retired !== undefined) return [`${id} is both retired and pending`]
  if (pending) return handled ? [`${id} has a handler and is still on the list of pending endpoints`] : []
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

/** Pending endpoints may name image operations that do not exist yet. */
function imageProblems(endpoints: readonly Endpoint[], declared: ReadonlySet<string>): string[] {
  const named = new Set(endpoints.flatMap(({ imageOperations }) => imageOperations))
  return [
    ...endpoints.flatMap(({ id, imageOperations, pendingOperations }) =>
      imageOperations
        .filter((name) => !declared.has(name) && !pendingOperations.includes(name))
        .map((name) => `${id} names the unknown operation ${name}`),
    ),
    ...[...declared].filter((name) => !named.has(name)).map((name) => `no endpoint performs the operation ${name}`),
  ]
}
