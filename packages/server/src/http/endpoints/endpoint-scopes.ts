import type { Scope } from '../../contract/index.ts'
import type { OperationObject } from '../../contract/openapi-types.ts'

/** The scopes that an endpoint requires. @throws Error when the document does not list any */
export function scopesOf({ operationId, 'x-scopes': marked }: OperationObject): readonly Scope[] {
  if (!Array.isArray(marked) || marked.length === 0) throw new Error(`${operationId} has no x-scopes.`)
  return marked as readonly Scope[]
}
