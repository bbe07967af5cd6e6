import type { Logger } from 'pino'
import type { Endpoint } from '../endpoints/endpoint-table.ts'
import type { Validations } from './endpoint-validations.ts'

/**
 * The seconds after a start belong to those who waited for it: a folder of photos on a laptop, or what a stopped process
 * left. A server that ends soon prepares nothing in vain.
 */
const FIRST_PAUSE_MS = 5_000
/** Preparing takes some 5 ms an endpoint. A request that arrives meanwhile waits for one endpoint at most. */
const PAUSE_MS = 200

/** Compiles one endpoint after the other, with pauses. Its timers do not keep the process alive. */
export function compileWhenIdle(
  endpoints: readonly Endpoint[],
  validations: Validations,
  logger: Logger,
  pauseMs = FIRST_PAUSE_MS,
): void {
  const [next, ...rest] = endpoints
  if (!next) return
  setTimeout(() => {
    try {
      validations.of(next)?.validator.compile()
    } catch (err) {
      logger.error({ err, operation: next.id }, 'a validator could not be prepared')
    }
    compileWhenIdle(rest, validations, logger, PAUSE_MS)
  }, pauseMs).unref()
}
