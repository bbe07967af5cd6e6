import type { CliEnvironment } from '../base/cli-environment.ts'
import { CliError, type ErrorRecord, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf } from '../base/exit-codes.ts'
import { type Colorize, createColorize } from '../base/text-layout.ts'
import { type GlobalFlags, readSettings, type Settings } from '../config/cli-settings.ts'
import type { Connection, ConnectOptions } from './server-connection.ts'

/** What every command is handed. */
export interface Context {
  readonly settings: Settings
  readonly environment: CliEnvironment
  readonly colorize: Colorize
  /** A line on standard output. */
  print(line: string): void
  /** A line on standard error; nothing with `--quiet`. */
  note(line: string): void
  /** Prints one result: as JSON where that was asked for, else as text. */
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

/** Connects, does the work, and lets go of the server however it ends. */
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

/** Tells why a command failed: a sentence for people, and for programs the same as JSON on standard output. */
export function reportFailure(
  error: unknown,
  flags: Partial<GlobalFlags>,
  { stdout, stderr, env }: CliEnvironment,
  stack: boolean,
): void {
  const record: ErrorRecord = errorRecordOf(error)
  const results = error instanceof CliError ? error.results : {}
  if (flags.json || flags.ndjson)
    stdout.write(`${JSON.stringify({ schemaVersion: 1, type: 'error', error: record, ...results })}\n`)
  const colored = flags.color !== false && Boolean(stderr.isTTY) && !env.NO_COLOR
  // Saying no to a question is no error.
  const prefix = exitCodeOf(error) === EXIT.interrupted ? '' : `${createColorize(colored)('red', 'error')}: `
  stderr.write(`${prefix}${record.message}\n`)
  const { requestId } = Object(error) as { requestId?: unknown }
  if (typeof requestId === 'string') stderr.write(`  request ${requestId}\n`)
  if (stack && error instanceof Error && error.stack) stderr.write(`${error.stack}\n`)
}
