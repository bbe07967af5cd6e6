import type { AnyHandler } from '../../contract/index.ts'
import type { Operation } from './endpoint-table.ts'

/**
 * Ties handlers to operations by their id.
 *
 * @param imageOperations Names of the declared image operations; left out they are not compared.
 * @throws Error that lists everything that does not match: a half-added endpoint cannot start.
 */
export function bind(
  operations: readonly Operation[],
  handlers: Readonly<Record<string, AnyHandler>>,
  imageOperations?: ReadonlySet<string>,
): ReadonlyMap<Operation, AnyHandler> {
  const problems = [
    ...repeatedIds(operations),
    ...operations.flatMap((operation) => handlerProblem(operation, Object.hasOwn(handlers, operation.id))),
    ...strangers(operations, handlers),
    ...(imageOperations ? imageProblems(operations, imageOperations) : []),
  ]
  if (problems.length > 0) throw new Error(`The document and the handlers do not match:\n  ${problems.join('\n  ')}`)

  return new Map(
    operations.flatMap((operation) => {
      const handler = handlers[operation.id]
      return handler ? [[operation, handler] as const] : []
    }),
  )
}

function handlerProblem({ id, pending, retired }: Operation, handled: boolean): string[] {
  if (pending && retired !== undefined) return [`${id} is both retired and pending`]
  if (pending) return handled ? [`${id} has a handler and is still on the list of what is not built`] : []
  if (retired !== undefined) return handled ? [`${id} is retired and has a handler`] : []
  return handled ? [] : [`${id} has no handler`]
}

function strangers(operations: readonly Operation[], handlers: object): string[] {
  const known = new Set(operations.map(({ id }) => id))
  return Object.keys(handlers).flatMap((id) => (known.has(id) ? [] : [`the document has no operation ${id}`]))
}

function repeatedIds(operations: readonly Operation[]): string[] {
  const seen = new Set<string>()
  return operations.flatMap(({ id, method, path }) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [`${method} ${path} has the operationId ${id} of another`]
  })
}

/** What is not built yet may name image operations that do not exist yet. */
function imageProblems(operations: readonly Operation[], declared: ReadonlySet<string>): string[] {
  const named = new Set(operations.flatMap(({ imageOperations }) => imageOperations))
  return [
    ...operations.flatMap(({ id, imageOperations, pendingOperations }) =>
      imageOperations
        .filter((name) => !declared.has(name) && !pendingOperations.includes(name))
        .map((name) => `${id} names the unknown operation ${name}`),
    ),
    ...[...declared].filter((name) => !named.has(name)).map((name) => `no path does the operation ${name}`),
  ]
}
