import type { Logger } from 'pino'
import type { Intake } from '../body/body-parsing.ts'
import type { Operation } from '../frame/endpoint-table.ts'

/** Between two operations, so that a request never waits for more than one. */
const PAUSE_MS = 50

/** Compiles validators one at a time with pauses; keeps no process alive. */
export function warmInIdleTime(operations: readonly Operation[], intake: Intake, logger: Logger): void {
  const [next, ...rest] = operations
  if (!next) return
  setTimeout(() => {
    intake
      .warm([next])
      .catch((err: unknown) => logger.error({ err, operation: next.id }, 'a validator could not be prepared'))
      .finally(() => warmInIdleTime(rest, intake, logger))
  }, PAUSE_MS).unref()
}
