import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { OPENAPI_FOLDER } from './bundle-document.ts'
import { endpoints, type JsonObject, type OpenApi } from './openapi-model.ts'

/** What is not built yet: whole operations, and single values of built ones. */
export interface Pending {
  operations: string[]
  features: { operation: string; body: JsonObject }[]
}

export async function readPending(): Promise<Pending> {
  return parsePending(await readFile(join(OPENAPI_FOLDER, 'pending.yaml'), 'utf8'))
}

/** An empty file, which `parse` returns as null, lists nothing. */
export function parsePending(text: string): Pending {
  const list = parse(text) as Partial<Pending> | null
  return { operations: list?.operations ?? [], features: list?.features ?? [] }
}

/**
 * Reports invalid entries of the list: operations that are unknown, retired or named twice, and features of operations that are
 * unknown or pending as a whole.
 */
export function pendingProblems(pending: Pending, document: OpenApi): string[] {
  const known = new Map(endpoints(document.paths).map(({ operation }) => [operation.operationId, operation]))
  const problems: string[] = []
  for (const [index, id] of pending.operations.entries()) {
    if (!known.has(id)) problems.push(`pending.yaml names ${id}, which the document does not have`)
    if (known.get(id)?.['x-retired']) problems.push(`pending.yaml names ${id}, which is retired`)
    if (pending.operations.indexOf(id) !== index) problems.push(`pending.yaml names ${id} twice`)
  }
  for (const { operation } of pending.features) {
    if (!known.has(operation))
      problems.push(`pending.yaml has a feature of ${operation}, which the document does not have`)
    if (pending.operations.includes(operation))
      problems.push(`pending.yaml has a feature of ${operation}, all of which is pending`)
  }
  return problems
}
