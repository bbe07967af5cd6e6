import { Platelight, type PlatelightOptions } from '@platelight/sdk'
import { environmentFetch } from '@platelight/sdk/folder-engine'
import { version } from '../../package.json'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { userDataFolder } from '../base/user-folders.ts'
import { checkProfile } from '../config/cli-config.ts'
import type { Settings } from '../config/cli-settings.ts'
import { type Credential, credentialLocation, findCredential, serverFor } from '../credentials/find-credential.ts'

/** A connection to a server. */
export interface Connection {
  readonly client: Platelight
  /** Whether it is the built-in server, which asks for no prices and no confirmation of them. */
  readonly embedded: boolean
  /** The secret of the Authorization header; undefined if none is sent. */
  readonly secret: string | undefined
  /** The credential with its source; undefined for the built-in server, or if there is none. */
  readonly credential: Credential | undefined
  /** The client's options, for reading links of results. */
  readonly clientOptions: PlatelightOptions
  /** Sends a request that no client method covers. Adds no credential. */
  readonly fetch: (request: Request) => Promise<Response>
  close(): Promise<void>
}

export interface ConnectOptions {
  /** False for public data such as the presets; then no key is sent. Default true. */
  readonly needsKey?: boolean
  /** Connects without a key if there is none, instead of failing. Default false. */
  readonly keyIsOptional?: boolean
  readonly onNotice?: (sentence: string) => void
}

/** A built-in server started by another run may take seconds to stop before this run replaces it. Retries are free. */
const LOCAL_RETRIES = 4

/**
 * Connects to the server named by flags, environment or files. Without any address or key, connects to the built-in
 * server.
 *
 * @throws CliError if a required key is missing (exit 4), if the key belongs to another server, or if the built-in
 *   server does not start
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

/** Whether commands use the built-in server, because nothing names another one. */
export const isEmbedded = ({ baseUrl, apiKey, config }: Settings): boolean =>
  baseUrl === undefined && apiKey === undefined && config.credential === undefined

/** Creates a client of one server, with or without a secret. */
export function clientOf(
  settings: Settings,
  environment: Pick<CliEnvironment, 'stderr'>,
  { fetch = environmentFetch, ...options }: PlatelightOptions,
): Pick<Connection, 'client' | 'clientOptions' | 'fetch'> {
  const log = (line: string) => void environment.stderr.write(`${line}\n`)
  const send = (request: Request) => {
    if (settings.requestId !== undefined) request.headers.set('X-Request-Id', settings.requestId)
    // By this name people find their sign-ins in the list of sessions.
    request.headers.set('User-Agent', `platelight-cli/${version} ${request.headers.get('User-Agent') ?? ''}`.trim())
    return fetch(request)
  }
  const clientOptions: PlatelightOptions = {
    logger: { error: log, warn: log, info: log, debug: log },
    logLevel: settings.debug ? 'debug' : settings.verbose ? 'info' : settings.quiet ? 'error' : 'warn',
    ...(settings.timeoutMs !== undefined && { timeoutMs: settings.timeoutMs }),
    ...options,
    // Always set: otherwise the client would read a key from the environment, which may be for another server.
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
  const clientParts = clientOf(settings, environment, {
    ...options,
    ...(apiKeySource !== undefined && { apiKeySource }),
  })
  return { ...clientParts, embedded: false, secret: apiKey, credential, close: async () => undefined }
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
  const clientParts = clientOf(settings, environment, { baseUrl, apiKey, fetch, maxRetries: LOCAL_RETRIES })
  return { ...clientParts, embedded: true, secret: apiKey, credential: undefined, close: server.close }
}
