import type { CliEnvironment } from '../base/cli-environment.ts'
import { CliError, type ErrorRecord, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf } from '../base/exit-codes.ts'
import { type Colorize, createColorize, wrapped } from '../base/text-layout.ts'
import { type GlobalFlags, readSettings, type Settings } from '../config/cli-settings.ts'
import type { Connection, ConnectOptions } from './server-connection.ts'
import { type TypedCommand, typedCommand } from './typed-command.ts'

/** The dependencies that every command receives. */
export interface Context {
  readonly settings: Settings
  readonly environment: CliEnvironment
  readonly colorize: Colorize
  /** The command, for saying what to type next. */
  readonly typed: TypedCommand
  /** Writes a line to standard output as it is. */
  print(line: string): void
  /** Writes a text to standard output, broken between words on a terminal. */
  tell(text: string): void
  /** Writes a text to standard error, broken between words on a terminal, except with `--quiet`. */
  note(line: string): void
  /** Prints a result, as JSON in a JSON mode and otherwise as text. */
  show(data: object, text: () => string): void
  connect(options?: ConnectOptions): Promise<Connection>
}

/** @throws CliError when flags contradict each other. */
export function createContext(
  flags: GlobalFlags,
  environment: CliEnvironment,
  typed: TypedCommand = typedCommand([]),
): Context {
  const settings = readSettings(flags, environment)
  const { stdout, stderr } = environment
  const print = (line: string) => void stdout.write(`${line}\n`)
  const tell = (text: string) => print(wrapped(text, stdout.columns))
  const note = (line: string) => void (settings.quiet || stderr.write(`${wrapped(line, stderr.columns)}\n`))
  return {
    settings,
    environment,
    colorize: createColorize(settings.color),
    typed,
    print,
    tell,
    note,
    show(data, text) {
      if (settings.mode === 'json') print(JSON.stringify(data, null, 2))
      else if (settings.mode === 'ndjson') print(JSON.stringify(data))
      else tell(text())
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
  const note = (line: string) => void stderr.write(`${wrapped(line, stderr.columns)}\n`)
  // Declining a question is not an error.
  const prefix = exitCodeOf(error) === EXIT.interrupted ? '' : `${createColorize(colored)('red', 'error')}: `
  note(`${prefix}${record.message}`)
  const { requestId, status = 0 } = Object(error) as { requestId?: unknown; status?: number }
  // The operator finds the request in the log by it.
  if (typeof requestId === 'string' && (flags.verbose || status >= 500)) note(`  request ${requestId}`)
  const next = nextCommand(error)
  if (next) note(`Next, type: ${next}`)
  if (stack && error instanceof Error && error.stack) stderr.write(`${error.stack}\n`)
}

/** What to type after an error that stopped the whole command. */
function nextCommand(error: unknown): string | undefined {
  const exitCode = exitCodeOf(error)
  const { status } = Object(error) as { status?: number }
  const isOther = Object(error).status === 404 && /^There is no such endpoint/.test(String(Object(error).message))
  if (exitCode === EXIT.unreachable || isOther) return 'platelight doctor'
  if (exitCode !== EXIT.auth) return undefined
  if (status === 403) return 'platelight auth status'
  // The variable would come before what is signed in with.
  const isInVariable = process.platform !== 'win32' && String(Object(error).message).includes('PLATELIGHT_API_KEY,')
  return isInVariable ? 'unset PLATELIGHT_API_KEY; platelight auth login' : 'platelight auth login'
}
