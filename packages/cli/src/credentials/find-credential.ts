import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { EXIT } from '../base/exit-codes.ts'
import { userConfigFolder } from '../base/user-folders.ts'
import type { Settings } from '../config/cli-settings.ts'
import { objectIn, readJson, type StoredCredential, writeConfigFile } from '../config/user-config.ts'
import { keyringStore, type SecretStore } from './system-keyring.ts'

type Env = Readonly<Record<string, string | undefined>>

/** A secret and its source. */
export interface Credential {
  readonly secret: string
  readonly source: 'flag' | 'environment' | 'keyring' | 'file'
  /** The stored details; undefined for a secret from a flag or the environment. */
  readonly stored: StoredCredential | undefined
}

export const storeNamed = (name: 'keyring' | 'file', env: Env): SecretStore =>
  name === 'keyring' ? keyringStore(env) : secretFile(env)

/**
 * The credential to use: from a flag, else from the environment, else from the profile.
 *
 * @throws CliError `session_ended`, `credential_missing` or `keyring_unavailable` if the profile's credential cannot be
 *   used. There is no fallback.
 */
export async function findCredential(
  { apiKey, apiKeyOrigin, config }: Settings,
  env: Env,
): Promise<Credential | undefined> {
  if (apiKey !== undefined) return { secret: apiKey, source: apiKeyOrigin, stored: undefined }
  const { credential: stored, profile } = config
  if (!stored) return undefined
  if (stored.expires_at !== null && Date.parse(stored.expires_at) <= Date.now()) {
    throw new CliError(
      `The session of profile ${profile} ended on ${stored.expires_at.slice(0, 10)}. Sign in again with platelight auth login.`,
      EXIT.auth,
      'session_ended',
    )
  }
  const secret = await storeNamed(stored.store, env).get(profile)
  if (secret === undefined) {
    throw new CliError(
      `The credential of profile ${profile} is gone from ${storeNamed(stored.store, env).location}. Sign in again with platelight auth login.`,
      EXIT.auth,
      'credential_missing',
    )
  }
  return { secret, source: stored.store, stored }
}

/** The source of a credential for messages: the flag, the variable, or the store with the profile. */
export function credentialLocation({ source }: Credential, { apiKeyFile, config }: Settings, env: Env): string {
  if (source === 'flag') return `--api-key-file ${apiKeyFile ?? ''}`.trim()
  if (source === 'environment') return 'PLATELIGHT_API_KEY'
  return `${storeNamed(source, env).location} (profile ${config.profile})`
}

/**
 * The server that a credential may be sent to.
 *
 * @throws CliError `other_server` if the credential was stored for another server, or if only a project file names the
 *   server: the author of that file could otherwise obtain the credential
 */
export function serverFor(credential: Credential, { baseUrl, baseUrlOrigin, config }: Settings): string | undefined {
  const ownServer = credential.stored?.server ?? String(config.profiles[config.profile]?.values.base_url ?? '')
  if (baseUrl === undefined) return ownServer || undefined
  const isOwnServer = ownServer !== '' && sameServer(ownServer, baseUrl)
  if (credential.stored && !isOwnServer) {
    throw new CliError(
      `The credential of profile ${config.profile} is for ${ownServer}, and is not sent to ${baseUrl}${namedByProject(config, baseUrlOrigin)}. ` +
        `Sign in there with platelight auth login --profile NAME --base-url ${baseUrl}, or give its key with PLATELIGHT_API_KEY.`,
      EXIT.auth,
      'other_server',
    )
  }
  if (baseUrlOrigin === 'project' && !isOwnServer) {
    throw new CliError(
      `Only ${config.project?.path} names the server ${baseUrl}, and your key is only sent to a server that you named yourself. ` +
        `If you trust it: --base-url ${baseUrl}, PLATELIGHT_BASE_URL, or platelight config set base_url ${baseUrl}.`,
      EXIT.auth,
      'other_server',
    )
  }
  return baseUrl
}

const namedByProject = ({ project }: Settings['config'], origin: Settings['baseUrlOrigin']): string =>
  origin === 'project' && project ? `, which ${project.path} names` : ''

/** Whether two addresses have the same scheme, host and port. */
export function sameServer(a: string, b: string): boolean {
  const origin = parseUrl(a)?.origin
  return origin !== undefined && origin === parseUrl(b)?.origin
}

/** Stores secrets in a file that only its owner can read, for machines without a keyring. */
function secretFile(env: Readonly<Record<string, string | undefined>>): SecretStore {
  const path = join(userConfigFolder(env), 'credentials.json')

  const read = (): Record<string, unknown> => {
    const document = readJson(path)
    return document === undefined ? {} : objectIn(document, path)
  }

  const write = (secrets: Record<string, unknown>): void => {
    writeConfigFile(path, secrets)
    chmodSync(path, 0o600)
  }

  return {
    name: 'file',
    location: path,
    async get(profile) {
      const secret = read()[profile]
      return typeof secret === 'string' ? secret : undefined
    },
    async set(profile, secret) {
      write({ ...read(), [profile]: secret })
    },
    async delete(profile) {
      const { [profile]: removed, ...others } = read()
      if (removed !== undefined) write(others)
    },
  }
}
