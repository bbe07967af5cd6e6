import pino, { type Logger } from 'pino'
import type { Config } from '../base/config/server-config.ts'
import { redactError } from '../base/redact.ts'
import { correlationIds } from '../base/running/correlation.ts'
import { logLine } from './log-line.ts'

/** What every line has beside its own fields, and how errors are shown. */
export const LINES = {
  serializers: { err: (error: Error) => redactError(pino.stdSerializers.err(error)) },
  mixin: correlationIds,
}

/** Lines are written in blocks, because one write per line was the most expensive part of a light request. */
const FLUSH_MS = 500
const BUFFER_BYTES = 4_096
/** How long the last write waits for a reader that does not read. */
const LAST_WRITE_MS = 1_000

/**
 * The log on standard error: JSON in blocks for programs, or readable lines for people.
 *
 * @param isTerminal Whether standard error is a terminal, for the format `auto`.
 */
export async function openLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  isTerminal = process.stderr.isTTY,
): Promise<Logger> {
  const readable = logFormat === 'pretty' || (logFormat === 'auto' && isTerminal)
  if (!readable) {
    return pino(
      { level: logLevel, ...LINES },
      pino.destination({ dest: 2, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
    )
  }
  const { default: pretty } = await import('pino-pretty')
  const colorize = isTerminal && process.stderr.hasColors()
  return pino(
    { level: logLevel, ...LINES },
    pretty({
      destination: 2,
      sync: true,
      colorize,
      ignore: 'pid,hostname',
      hideObject: true,
      translateTime: 'SYS:HH:MM:ss',
      messageFormat: logLine,
    }),
  )
}

/**
 * Writes what is left. At the end of the process pino would try to write forever when the reader has gone. An earlier flush
 * finds that out.
 */
export function settleLog(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LAST_WRITE_MS)
    logger.flush(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
