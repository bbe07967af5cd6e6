import { Platelight, type PlatelightOptions } from '@platelight/sdk'
import { dataFolder } from './data-folder.ts'
import { CliError } from './errors.ts'
import { EXIT } from './exit-codes.ts'
import type { Settings, Surroundings } from './settings.ts'

/** A server to talk to. */
export interface Connection {
  readonly client: Platelight
  /** Our own server on this machine: no prices, no questions. */
  readonly embedded: boolean
  close(): Promise<void>
}

export interface ConnectOptions {
  /** False for what anybody may read, such as the presets. Default true. */
  readonly needsKey?: boolean
  readonly onNotice?: (sentence: string) => void
}

/** One that another run started may take seconds to leave before ours takes over; repeating costs nothing here. */
const LOCAL_RETRIES = 4

/**
 * Connects to the server named by flags or environment, or to the built-in one when neither an address nor a key is.
 *
 * @throws CliError without a key where one is needed (exit 4), or when the built-in server does not start.
 */
export async function connect(
  settings: Settings,
  { env, stderr }: Pick<Surroundings, 'env' | 'stderr'>,
  { needsKey = true, onNotice }: ConnectOptions = {},
): Promise<Connection> {
  const common: PlatelightOptions = {
    logger: loggerTo((line) => stderr.write(`${line}\n`)),
    logLevel: settings.debug ? 'debug' : settings.verbose ? 'info' : settings.quiet ? 'error' : 'warn',
    ...(settings.timeoutMs !== undefined && { timeoutMs: settings.timeoutMs }),
  }
  if (settings.baseUrl === undefined && settings.apiKey === undefined) {
    const { openLocalServer } = await import('./local-server.ts')
    const server = await openLocalServer({
      dataFolder: dataFolder(env),
      env,
      ...(onNotice && { onNotice }),
    })
    const { url: baseUrl, apiKey, fetch } = server
    const client = new Platelight({ ...common, baseUrl, apiKey, fetch, maxRetries: LOCAL_RETRIES })
    return { client, embedded: true, close: server.close }
  }
  if (settings.apiKey === undefined && needsKey) {
    throw new CliError(
      'No API key. Set PLATELIGHT_API_KEY, or name a file that holds it with --api-key-file.',
      EXIT.auth,
      'no_api_key',
    )
  }
  const client = new Platelight({
    ...common,
    ...(settings.baseUrl !== undefined && { baseUrl: settings.baseUrl }),
    ...(settings.apiKey !== undefined && { apiKey: settings.apiKey }),
  })
  return { client, embedded: false, close: async () => undefined }
}

const loggerTo = (log: (line: string) => void) => ({ error: log, warn: log, info: log, debug: log })
