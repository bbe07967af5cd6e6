import type { Scope } from '../../contract/index.ts'
import type { OperationObject } from '../../contract/openapi-types.ts'

/** What a credential must be allowed to do for an operation, by the document. @throws Error where the document does not say */
export function scopesOf({ operationId, 'x-scopes': marked }: OperationObject): readonly Scope[] {
  if (!Array.isArray(marked) || marked.length === 0) throw new Error(`${operationId} has no x-scopes.`)
  return marked as readonly Scope[]
}
