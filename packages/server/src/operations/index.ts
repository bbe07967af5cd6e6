import type { Operation } from './define.ts'
import { enhance } from './enhance.ts'
import { upscale } from './upscale.ts'

/** Every operation, by the name that stands in runs and in the document's `x-operation`. */
export const OPERATIONS: ReadonlyMap<string, Operation<never>> = new Map(
  [enhance, upscale].map((one) => [one.name, one as Operation<never>]),
)

export const operationNamed = (name: string): Operation<never> => {
  const operation = OPERATIONS.get(name)
  if (!operation) throw new Error(`no operation ${name}`)
  return operation
}
