import { Platelight, type PlatelightOptions } from '@platelight/sdk'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { userDataFolder } from '../base/user-folders.ts'
import { checkProfile } from '../config/cli-config.ts'
import type { Settings } from '../config/cli-settings.ts'
import { type Credential, credentialLocation, findCredential, serverFor } from '../credentials/find-credential.ts'

/** A server to talk to. */
export interface Connection {
  readonly client: Platelight
  /** Our own server on this machine: no prices, no questions. */
  readonly embedded: boolean
  /** What is sent as Authorization; undefined where nothing is. */
  readonly secret: string | undefined
  /** Where the secret was found; undefined for the built-in server's own, and where there is none. */
  readonly credential: Credential | undefined
  /** The client's options, for reading links of results. */
  readonly clientOptions: PlatelightOptions
  /** Sends a request as the client does, for what no method of it covers. Adds no credential. */
  readonly fetch: (request: Request) => Promise<Response>
  close(): Promise<void>
}

export interface ConnectOptions {
  /** False for what anybody may read, such as the presets. No key is sent then. Default true. */
  readonly needsKey?: boolean
  /** Goes without a key where there is none, instead of refusing. Default false. */
  readonly keyIsOptional?: boolean
  readonly onNotice?: (sentence: string) => void
}

/** One that another run started may take seconds to leave before ours takes over; repeating costs nothing here. */
const LOCAL_RETRIES = 4

/**
 * Connects to the server named by flags, environment or files, or to the built-in one when neither an address nor a
 * key is anywhere.
 *
 * @throws CliError without a key where one is needed (exit 4), with one that is for another server, or when the
 *   built-in server does not start.
 */
export async function connect(
  settings: Settings,
  environment: Pick<CliEnvironment, 'env' | 'stderr'>,
  { needsKey = true, keyIsOptional = false, onNotice }: ConnectOptions = {},
): Promise<Connection> {
  checkProfile(settings.config)
  if (isEmbedded(settings)) return embedded(settings, environment, onNotice)
  if (!needsKey) return direct(settings, environment, settings.baseUrl ?? settings.config.credential?.server, undefined)
  const credential = await findCredential(settings, environment.env)
  if (credential === undefined) {
    if (keyIsOptional) return direct(settings, environment, settings.baseUrl, undefined)
    throw new CliError(
      'No API key. Sign in with platelight auth login, set PLATELIGHT_API_KEY, or name a file that holds it with --api-key-file.',
      EXIT.auth,
      'no_api_key',
    )
  }
  return direct(settings, environment, serverFor(credential, settings), credential)
}

/** Whether commands go to the built-in server: nothing names another one. */
export const isEmbedded = ({ baseUrl, apiKey, config }: Settings): boolean =>
  baseUrl === undefined && apiKey === undefined && config.credential === undefined

/** A client of one server with one secret, or none. */
export function clientOf(
  settings: Settings,
  environment: Pick<CliEnvironment, 'stderr'>,
  { fetch = globalThis.fetch, ...options }: PlatelightOptions,
): Pick<Connection, 'client' | 'clientOptions' | 'fetch'> {
  const log = (line: string) => void environment.stderr.write(`${line}\n`)
  const send = (request: Request) => {
    if (settings.requestId !== undefined) request.headers.set('X-Request-Id', settings.requestId)
    return fetch(request)
  }
  const clientOptions: PlatelightOptions = {
    logger: { error: log, warn: log, info: log, debug: log },
    logLevel: settings.debug ? 'debug' : settings.verbose ? 'info' : settings.quiet ? 'error' : 'warn',
    ...(settings.timeoutMs !== undefined && { timeoutMs: settings.timeoutMs }),
    ...options,
    // Never left out: the client would look into the environment, where a key for another server may be.
    apiKey: options.apiKey ?? '',
    fetch: send,
  }
  return { client: new Platelight(clientOptions), clientOptions, fetch: send }
}

function direct(
  settings: Settings,
  environment: Pick<CliEnvironment, 'env' | 'stderr'>,
  baseUrl: string | undefined,
  credential: Credential | undefined,
): Connection {
  const apiKey = credential?.secret
  const options = { ...(baseUrl !== undefined && { baseUrl }), ...(apiKey !== undefined && { apiKey }) }
  const apiKeySource = credential && credentialLocation(credential, settings, environment.env)
  const made = clientOf(settings, environment, { ...options, ...(apiKeySource !== undefined && { apiKeySource }) })
  return { ...made, embedded: false, secret: apiKey, credential, close: async () => undefined }
}

async function embedded(
  settings: Settings,
  environment: Pick<CliEnvironment, 'env' | 'stderr'>,
  onNotice: ConnectOptions['onNotice'],
): Promise<Connection> {
  const { openLocalServer } = await import('../local-server/open-local-server.ts')
  const { env } = environment
  const server = await openLocalServer({ dataFolder: userDataFolder(env), env, ...(onNotice && { onNotice }) })
  const { url: baseUrl, apiKey, fetch } = server
  const made = clientOf(settings, environment, { baseUrl, apiKey, fetch, maxRetries: LOCAL_RETRIES })
  return { ...made, embedded: true, secret: apiKey, credential: undefined, close: server.close }
}
