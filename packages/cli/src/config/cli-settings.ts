import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { type Config, type Origin, readConfig } from './cli-config.ts'
import { checkVariables } from './environment-variables.ts'
import { settingKey } from './setting-keys.ts'

/** The global flags, as typed. */
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
  readonly profile?: string
  readonly baseUrl?: string
  readonly apiKeyFile?: string
  /** Seconds. */
  readonly timeout?: number
  readonly requestId?: string
}

/** How results are shown: a live screen, one line per file, JSON events as they happen, or one JSON document. */
export type OutputMode = 'screen' | 'lines' | 'ndjson' | 'json'

/** The settings of a command, from flags, environment and files. Read once and passed on. */
export interface Settings {
  readonly mode: OutputMode
  readonly color: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly debug: boolean
  /** Whether a question can be asked: input and output are a terminal. */
  readonly canAsk: boolean
  readonly yes: boolean
  readonly config: Config
  readonly baseUrl: string | undefined
  /** Where the server's URL comes from. A credential is never sent to a server named only by a project file. */
  readonly baseUrlOrigin: Origin
  /** From a flag or the environment. A stored credential is looked up only when it is needed. */
  readonly apiKey: string | undefined
  readonly apiKeyOrigin: 'flag' | 'environment'
  /** The key file, as typed. */
  readonly apiKeyFile: string | undefined
  readonly timeoutMs: number | undefined
  /** Sent with every request instead of an id of the server's own. */
  readonly requestId: string | undefined
}

/**
 * @throws CliError when flags contradict each other, or a file or a variable has an invalid value.
 */
export function readSettings(
  flags: GlobalFlags,
  environment: CliEnvironment,
  config: Config = readConfig(flags.profile, environment),
): Settings {
  const { env, stdin, stdout } = environment
  checkVariables(env)
  if (flags.json && flags.ndjson) throw new CliError('Use --json or --ndjson, not both.')
  const onTerminal = Boolean(stdout.isTTY) && !isSet(env.CI) && env.TERM !== 'dumb'
  const output = flags.json
    ? 'json'
    : flags.ndjson
      ? 'ndjson'
      : String(config.get(settingKey('output'))?.value ?? 'text')
  const inJson = output === 'json' || output === 'ndjson'
  const server = config.get(settingKey('base_url'))
  return {
    mode: inJson ? output : onTerminal && !flags.quiet ? 'screen' : 'lines',
    color: flags.color && wantsColor(env, Boolean(stdout.isTTY)),
    quiet: flags.quiet ?? false,
    verbose: flags.verbose ?? false,
    debug: flags.debug ?? false,
    canAsk: flags.input && Boolean(stdin.isTTY) && onTerminal && !inJson,
    yes: flags.yes ?? false,
    config,
    baseUrl: flags.baseUrl ?? (server ? String(server.value) : undefined),
    baseUrlOrigin: flags.baseUrl === undefined ? (server?.origin ?? 'default') : 'flag',
    apiKey: flags.apiKeyFile
      ? keyIn(resolve(environment.cwd, flags.apiKeyFile))
      : env.PLATELIGHT_API_KEY?.trim() || undefined,
    apiKeyOrigin: flags.apiKeyFile ? 'flag' : 'environment',
    apiKeyFile: flags.apiKeyFile,
    timeoutMs: timeoutOf(flags, config),
    requestId: requestIdOf(flags.requestId),
  }
}

function timeoutOf({ timeout }: GlobalFlags, config: Config): number | undefined {
  const seconds = timeout ?? config.get(settingKey('timeout'))?.value
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/** The server replaces an invalid request id by its own, and the request could not be found again. So it is refused here. */
function requestIdOf(id: string | undefined): string | undefined {
  if (id === undefined || /^[\w.:-]{8,64}$/.test(id)) return id
  throw new CliError('--request-id must have 8 to 64 letters, digits, dots, colons, dashes or underscores.')
}

/** FORCE_COLOR takes precedence; otherwise NO_COLOR turns colours off; otherwise a terminal has colours. */
function wantsColor(env: CliEnvironment['env'], isTerminal: boolean): boolean {
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
