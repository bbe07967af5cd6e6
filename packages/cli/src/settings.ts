import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CliError } from './errors.ts'
import { EXIT } from './exit-codes.ts'

/** The flags every command has, as they are typed. */
export interface GlobalFlags {
  readonly json?: boolean
  readonly ndjson?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly debug?: boolean
  /** False by `--no-color`. */
  readonly color: boolean
  /** False by `--no-input`. */
  readonly input: boolean
  readonly yes?: boolean
  readonly baseUrl?: string
  readonly apiKeyFile?: string
  /** Seconds. */
  readonly timeout?: number
}

/** What the process finds around itself. Read once, in `main.ts`. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** How results are shown: a live screen, one line a file, JSON events as they happen, or one JSON document. */
export type OutputMode = 'screen' | 'lines' | 'ndjson' | 'json'

/** Flags and environment, decided once and handed down. */
export interface Settings {
  readonly mode: OutputMode
  readonly color: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly debug: boolean
  /** Whether a question can be asked: somebody sits at both ends of the terminal. */
  readonly canAsk: boolean
  readonly yes: boolean
  /** Undefined together with `apiKey`: the built-in server is used. */
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
  readonly timeoutMs: number | undefined
}

/**
 * @throws CliError when flags contradict each other or the key file cannot be read.
 */
export function readSettings(flags: GlobalFlags, around: Surroundings): Settings {
  const { env, stdin, stdout } = around
  if (flags.json && flags.ndjson) throw new CliError('Use --json or --ndjson, not both.')
  const onTerminal = Boolean(stdout.isTTY) && !isSet(env.CI) && env.TERM !== 'dumb'
  const live = onTerminal && !flags.quiet
  return {
    mode: flags.json ? 'json' : flags.ndjson ? 'ndjson' : live ? 'screen' : 'lines',
    color: flags.color && wantsColor(env, Boolean(stdout.isTTY)),
    quiet: flags.quiet ?? false,
    verbose: flags.verbose ?? false,
    debug: flags.debug ?? false,
    canAsk: flags.input && Boolean(stdin.isTTY) && onTerminal && !flags.json && !flags.ndjson,
    yes: flags.yes ?? false,
    baseUrl: flags.baseUrl ?? (env.PLATELIGHT_BASE_URL?.trim() || undefined),
    apiKey: flags.apiKeyFile
      ? keyIn(resolve(around.cwd, flags.apiKeyFile))
      : env.PLATELIGHT_API_KEY?.trim() || undefined,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
  }
}

/** The two conventions: FORCE_COLOR decides when it is set, then any NO_COLOR turns it off, then a terminal has it. */
function wantsColor(env: Surroundings['env'], isTerminal: boolean): boolean {
  if (env.FORCE_COLOR !== undefined) return isSet(env.FORCE_COLOR) || env.FORCE_COLOR === ''
  if (env.NO_COLOR) return false
  return isTerminal && env.TERM !== 'dumb'
}

const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value)

function keyIn(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new CliError(`The key file ${path} cannot be read: ${(error as Error).message}`)
  }
  if (text === '') throw new CliError(`The key file ${path} is empty.`, EXIT.usage)
  return text
}
