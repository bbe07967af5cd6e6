import type { Command } from 'commander'
import { CliError } from '../base/cli-errors.ts'
import { findProject, type Project } from './project-config.ts'
import { readValue, SETTING_KEYS, type SettingKey, type SettingValue } from './setting-keys.ts'
import { type Profiles, profileName, readProfiles, type StoredCredential } from './user-config.ts'

/** Where a value comes from, in order of precedence. */
export type Origin = 'flag' | 'environment' | 'project' | 'profile' | 'default'

/** A value and its origin. */
export interface Setting {
  readonly value: SettingValue
  readonly origin: Origin
  /** The variable, file or profile, for messages. */
  readonly place: string
}

/** The configuration from files and environment, read once per command. */
export interface Config {
  readonly profile: string
  /** Whether a flag or the environment names the profile. */
  readonly profileNamed: boolean
  readonly profiles: Profiles
  readonly project: Project | undefined
  readonly credential: StoredCredential | undefined
  get(key: SettingKey): Setting | undefined
}

const DEFAULT_PROFILE = 'default'

/** @throws CliError naming the file or variable with an invalid value */
export function readConfig(
  profileFlag: string | undefined,
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): Config {
  const requested = profileFlag ?? (env.PLATELIGHT_PROFILE?.trim() || undefined)
  const profile = profileName(requested ?? DEFAULT_PROFILE)
  const profiles = readProfiles(env)
  const project = findProject(cwd)
  const active = profiles[profile]
  return {
    profile,
    profileNamed: requested !== undefined,
    profiles,
    project,
    credential: active?.credential,
    get({ name, env: variable, ...key }) {
      const typed = variable === undefined ? undefined : env[variable]?.trim()
      if (variable !== undefined && typed) {
        const value = readValue({ name: variable, ...key }, typed)
        return { value, origin: 'environment', place: variable }
      }
      const inProject = project?.values[name]
      if (project && inProject !== undefined) return { value: inProject, origin: 'project', place: project.path }
      const inProfile = active?.values[name]
      return inProfile === undefined ? undefined : { value: inProfile, origin: 'profile', place: `profile ${profile}` }
    },
  }
}

/** @throws CliError if the named profile does not exist, with the names of the existing ones */
export function checkProfile({ profile, profileNamed, profiles }: Config): void {
  if (!profileNamed || profile in profiles || profile === DEFAULT_PROFILE) return
  const known = Object.keys(profiles)
  const list = known.length === 0 ? 'There are none yet.' : `There are: ${known.join(', ')}.`
  throw new CliError(`There is no profile "${profile}". ${list} platelight auth login --profile ${profile} creates it.`)
}

/** Sets flags that were not typed to their values from configuration files. */
export function applyDefaults(command: Command, config: Config): void {
  for (const key of SETTING_KEYS) {
    const option = command.options.find((candidate) => candidate.attributeName() === key.flag)
    if (!option || !(key.commands?.includes(command.name()) ?? true)) continue
    if (!['default', undefined].includes(command.getOptionValueSource(option.attributeName()))) continue
    const setting = config.get(key)
    const fits = setting && (!option.argChoices || option.argChoices.includes(String(setting.value)))
    if (fits) command.setOptionValueWithSource(option.attributeName(), setting.value, 'config')
  }
}
