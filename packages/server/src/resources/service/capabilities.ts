import type { Schemas } from '../../contract/index.ts'
import { OPERATIONS } from '../../operations/index.ts'
import type { Endpoints } from '../../ports.ts'

/**
 * Which engine serves each operation of the document now. One that no built endpoint does is not available, whoever
 * could do it.
 */
export const capabilities = ({ imageOperations }: Endpoints): Schemas['Capabilities'] => ({
  operations: imageOperations.map(({ name, built }) => {
    const engine = (built ? OPERATIONS.get(name)?.engine : undefined) ?? null
    return { operation: name, available: engine !== null, engine }
  }),
})
