import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { userConfigFolder } from '../base/user-folders.ts'
import { readValue, type SettingValue, settingKey } from './setting-keys.ts'

/** A stored credential without its secret. The secret is in the keyring or in a separate file. */
export interface StoredCredential {
  readonly store: 'keyring' | 'file'
  readonly kind: 'api_key' | 'session'
  /** The server that issued it. It is sent to no other. */
  readonly server: string
  readonly account: string | null
  /** ISO 8601; null if it does not expire. */
  readonly expires_at: string | null
}

/** Named settings for one server and one account. */
export interface Profile {
  readonly values: Readonly<Record<string, SettingValue>>
  readonly credential: StoredCredential | undefined
}

export type Profiles = Readonly<Record<string, Profile>>

type Env = Readonly<Record<string, string | undefined>>

export const userConfigPath = (env: Env): string => join(userConfigFolder(env), 'config.json')

/** @throws CliError describing the fault if the file is not a valid configuration */
export function readProfiles(env: Env): Profiles {
  const path = userConfigPath(env)
  const document = readJson(path)
  if (document === undefined) return {}
  const { profiles = {}, ...others } = objectIn(document, path)
  const [unknownKey] = Object.keys(others)
  if (unknownKey !== undefined)
    throw new CliError(`${path} has the unknown key "${unknownKey}". The only key is "profiles".`)
  return Object.fromEntries(
    Object.entries(objectIn(profiles, `"profiles" in ${path}`)).map(([name, content]) => {
      const where = ` of profile ${profileName(name)} in ${path}`
      const { credential, ...settings } = objectIn(content, `profile ${name} in ${path}`)
      const values = Object.entries(settings).map(([key, value]) => [
        key,
        readValue(settingKey(key, where), value, where),
      ])
      return [name, { values: Object.fromEntries(values), credential: credentialIn(credential, where) }]
    }),
  )
}

/** Writes all profiles atomically, to a file that only its owner can read. */
function writeProfiles(env: Env, profiles: Profiles): void {
  const path = userConfigPath(env)
  const document = Object.fromEntries(
    Object.entries(profiles).map(([name, { values, credential }]) => [
      name,
      { ...values, ...(credential && { credential }) },
    ]),
  )
  writeConfigFile(path, { profiles: document })
}

/** Writes a file that only its owner can read. @throws CliError that names the variable for another folder */
export function writeConfigFile(path: string, content: Readonly<Record<string, unknown>>): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileAtomically(path, `${JSON.stringify(content, null, 2)}\n`)
  } catch (error) {
    const reason = (error as Error).message
    throw new CliError(`${path} cannot be written: ${reason}. ${OTHER_FOLDER}`)
  }
}

/** Changes one profile, or creates it if there is none of that name. */
export function changeProfile(env: Env, name: string, change: (profile: Profile) => Profile): void {
  const profiles = readProfiles(env)
  writeProfiles(env, { ...profiles, [name]: change(profiles[name] ?? { values: {}, credential: undefined }) })
}

/** @throws CliError if the name is not valid in a file or a keyring */
export function profileName(text: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(text) && text !== '__proto__') return text
  throw new CliError(
    `"${text}" is not a valid profile name. Use up to 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit.`,
  )
}

/** What helps when the configuration folder is in the home of another user, or of none. */
const OTHER_FOLDER = 'Set XDG_CONFIG_HOME to a folder where you may read and write.'

/** Reads a JSON file; undefined if there is no file. @throws CliError if it cannot be read or parsed, with advice */
export function readJson(path: string, advice = OTHER_FOLDER): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw new CliError(`${path} cannot be read: ${(error as Error).message}. ${advice}`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CliError(
      `${path} is not valid JSON: ${(error as Error).message}. Correct it, or delete it to start again.`,
    )
  }
}

/** @throws CliError if the value is not a JSON object */
export function objectIn(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new CliError(`${name} must be a JSON object, {...}.`)
}

function credentialIn(value: unknown, where: string): StoredCredential | undefined {
  if (value === undefined) return undefined
  const { store, kind, server, account, expires_at } = objectIn(value, `credential${where}`)
  const isValid =
    (store === 'keyring' || store === 'file') &&
    (kind === 'api_key' || kind === 'session') &&
    typeof server === 'string' &&
    parseUrl(server) !== undefined
  if (!isValid) throw new CliError(`The credential${where} is damaged. Sign in again with platelight auth login.`)
  return {
    store,
    kind,
    server,
    account: typeof account === 'string' ? account : null,
    expires_at: typeof expires_at === 'string' ? expires_at : null,
  }
}
