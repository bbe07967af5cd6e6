import type { Command } from 'commander'
import { CliError } from '../base/cli-errors.ts'
import { findProject, type Project } from './project-config.ts'
import { readValue, SETTING_KEYS, type SettingKey, type SettingValue } from './setting-keys.ts'
import { type Profiles, profileName, readProfiles, type StoredCredential } from './user-config.ts'

/** Where a value comes from, in the order in which they win. */
export type Origin = 'flag' | 'environment' | 'project' | 'profile' | 'default'

/** A value, and who said so. */
export interface Setting {
  readonly value: SettingValue
  readonly origin: Origin
  /** The variable, file or profile, for people. */
  readonly place: string
}

/** What the files and the environment say, read once for each command. */
export interface Config {
  readonly profile: string
  /** Whether the profile was named, by flag or environment, rather than being the usual one. */
  readonly profileNamed: boolean
  readonly profiles: Profiles
  readonly project: Project | undefined
  readonly credential: StoredCredential | undefined
  get(key: SettingKey): Setting | undefined
}

const DEFAULT_PROFILE = 'default'

/** @throws CliError where a file or a variable holds what cannot be, naming it. */
export function readConfig(
  named: string | undefined,
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): Config {
  const asked = named ?? (env.PLATELIGHT_PROFILE?.trim() || undefined)
  const profile = profileName(asked ?? DEFAULT_PROFILE)
  const profiles = readProfiles(env)
  const project = findProject(cwd)
  const own = profiles[profile]
  return {
    profile,
    profileNamed: asked !== undefined,
    profiles,
    project,
    credential: own?.credential,
    get({ name, env: variable, ...key }) {
      const typed = variable === undefined ? undefined : env[variable]?.trim()
      if (variable !== undefined && typed) {
        const value = readValue({ name: variable, ...key }, typed)
        return { value, origin: 'environment', place: variable }
      }
      const inProject = project?.values[name]
      if (project && inProject !== undefined) return { value: inProject, origin: 'project', place: project.path }
      const inProfile = own?.values[name]
      return inProfile === undefined ? undefined : { value: inProfile, origin: 'profile', place: `profile ${profile}` }
    },
  }
}

/** @throws CliError for a profile that was named and is not there, with those that are. */
export function checkProfile({ profile, profileNamed, profiles }: Config): void {
  if (!profileNamed || profile in profiles || profile === DEFAULT_PROFILE) return
  const known = Object.keys(profiles)
  const list = known.length === 0 ? 'There are none yet.' : `There are: ${known.join(', ')}.`
  throw new CliError(`There is no profile "${profile}". ${list} platelight auth login --profile ${profile} makes it.`)
}

/** Fills in what was not typed: flags of the command whose defaults are set in a file. */
export function applyDefaults(command: Command, config: Config): void {
  for (const key of SETTING_KEYS) {
    const option = command.options.find((one) => one.attributeName() === key.flag)
    if (!option || !(key.commands?.includes(command.name()) ?? true)) continue
    if (!['default', undefined].includes(command.getOptionValueSource(option.attributeName()))) continue
    const setting = config.get(key)
    const fits = setting && (!option.argChoices || option.argChoices.includes(String(setting.value)))
    if (fits) command.setOptionValueWithSource(option.attributeName(), setting.value, 'config')
  }
}
