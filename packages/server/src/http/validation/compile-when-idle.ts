import type { Logger } from 'pino'
import type { BodyParsing } from '../body/body-parsing.ts'
import type { Endpoint } from '../frame/endpoint-table.ts'

/** Between two endpoints, so that a request never waits for more than one. */
const PAUSE_MS = 50

/** Compiles validators one at a time with pauses; keeps no process alive. */
export function compileWhenIdle(endpoints: readonly Endpoint[], intake: BodyParsing, logger: Logger): void {
  const [next, ...rest] = endpoints
  if (!next) return
  setTimeout(() => {
    intake
      .compile([next])
      .catch((err: unknown) => logger.error({ err, operation: next.id }, 'a validator could not be prepared'))
      .finally(() => compileWhenIdle(rest, intake, logger))
  }, PAUSE_MS).unref()
}
