/** Receives log lines. `console` is a valid logger. */
export interface Logger {
  error(line: string): void
  warn(line: string): void
  info(line: string): void
  debug(line: string): void
}

export const LOG_LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A logger that drops lines above its level and removes secrets. */
export function createLog(logger: Logger, level: LogLevel): Logger {
  const at =
    (wanted: Exclude<LogLevel, 'off'>) =>
    (line: string): void => {
      if (LOG_LEVELS.indexOf(wanted) <= LOG_LEVELS.indexOf(level)) logger[wanted](`platelight: ${redact(line)}`)
    }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}

/** Removes credentials and link signatures from a text. */
export const redact = (text: string): string =>
  text.replace(
    /\b((?:proxy-)?authorization\s*[:=]\s*"?)[^"\r\n]+|\b((?:bearer|basic)\s+|(?:sig|(?:\w+_)?token)=|pl_(?:live|test)_|whsec_|anon_)[^&\s"'<>,;)]+/gi,
    '$1$2[redacted]',
  )
