import type { CliEnvironment } from '../base/cli-environment.ts'
import { CliError, type ErrorRecord, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf } from '../base/exit-codes.ts'
import { type Colorize, createColorize } from '../base/text-layout.ts'
import { type GlobalFlags, readSettings, type Settings } from '../config/cli-settings.ts'
import type { Connection, ConnectOptions } from './server-connection.ts'

/** The dependencies that every command receives. */
export interface Context {
  readonly settings: Settings
  readonly environment: CliEnvironment
  readonly colorize: Colorize
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error, except with `--quiet`. */
  note(line: string): void
  /** Prints a result, as JSON in a JSON mode and otherwise as text. */
  show(data: object, text: () => string): void
  connect(options?: ConnectOptions): Promise<Connection>
}

/** @throws CliError when flags contradict each other. */
export function createContext(flags: GlobalFlags, environment: CliEnvironment): Context {
  const settings = readSettings(flags, environment)
  const { stdout, stderr } = environment
  const print = (line: string) => void stdout.write(`${line}\n`)
  const note = (line: string) => void (settings.quiet || stderr.write(`${line}\n`))
  return {
    settings,
    environment,
    colorize: createColorize(settings.color),
    print,
    note,
    show(data, text) {
      if (settings.mode === 'json') print(JSON.stringify(data, null, 2))
      else if (settings.mode === 'ndjson') print(JSON.stringify(data))
      else print(text())
    },
    async connect(options = {}) {
      const { connect } = await import('./server-connection.ts')
      const onNotice = settings.verbose || settings.debug ? note : undefined
      return connect(settings, environment, { ...options, ...(onNotice && { onNotice }) })
    },
  }
}

/** Connects, calls `work`, and closes the connection in any case. */
export async function withConnection<T>(
  context: Context,
  work: (connection: Connection) => Promise<T>,
  options?: ConnectOptions,
): Promise<T> {
  const connection = await context.connect(options)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** Reports the error of a failed command: text on standard error, and in a JSON mode also JSON on standard output. */
export function reportFailure(
  error: unknown,
  flags: Partial<GlobalFlags>,
  { stdout, stderr, env }: CliEnvironment,
  stack: boolean,
): void {
  const record: ErrorRecord = errorRecordOf(error)
  const results = error instanceof CliError ? error.results : {}
  if (flags.json || flags.ndjson)
    stdout.write(`${JSON.stringify({ schemaVersion: 2, type: 'error', error: record, ...results })}\n`)
  const colored = flags.color !== false && Boolean(stderr.isTTY) && !env.NO_COLOR
  // Declining a question is not an error.
  const prefix = exitCodeOf(error) === EXIT.interrupted ? '' : `${createColorize(colored)('red', 'error')}: `
  stderr.write(`${prefix}${record.message}\n`)
  const { requestId } = Object(error) as { requestId?: unknown }
  if (typeof requestId === 'string') stderr.write(`  request ${requestId}\n`)
  if (stack && error instanceof Error && error.stack) stderr.write(`${error.stack}\n`)
}
