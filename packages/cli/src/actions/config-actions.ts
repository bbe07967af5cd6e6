import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns } from '../base/text-layout.ts'
import { readValue, SETTING_KEYS, settingKey, textOf } from '../config/setting-keys.ts'
import { changeProfile, userConfigPath } from '../config/user-config.ts'
import type { Context } from '../context/command-context.ts'
import { sameServer } from '../credentials/find-credential.ts'

export interface ShowConfigFlags {
  readonly showOrigin?: boolean
}

/** `platelight config list`: the settings in effect, from files and environment. */
export async function listConfig({ showOrigin }: ShowConfigFlags, context: Context): Promise<ExitCode> {
  const { config } = context.settings
  const found = SETTING_KEYS.flatMap((key) => {
    const setting = config.get(key)
    return setting ? [{ name: key.name, ...setting }] : []
  })
  const folders = config.project?.folders ?? []
  context.show(
    {
      profile: config.profile,
      profiles: Object.keys(config.profiles),
      project: config.project?.path ?? null,
      settings: found,
      folders,
    },
    () => {
      const rows = found.map(({ name, value, place }) => [name, textOf(value), ...(showOrigin ? [place] : [])])
      const folderRows = folders.flatMap(({ glob, values }) =>
        Object.entries(values).map(([name, value]) => [
          `${name} in ${glob}`,
          textOf(value),
          ...(showOrigin ? [config.project?.path ?? ''] : []),
        ]),
      )
      if (rows.length + folderRows.length > 0) return columns([...rows, ...folderRows])
      return `Nothing is set. There are: ${SETTING_KEYS.map((key) => key.name).join(', ')}.`
    },
  )
  return EXIT.ok
}

/** `platelight config get`: prints only the value. The exit code is 1 if it is not set, as with git. */
export async function getConfig(name: string, { showOrigin }: ShowConfigFlags, context: Context): Promise<ExitCode> {
  const key = settingKey(name)
  const setting = context.settings.config.get(key)
  if (!setting) {
    if (context.settings.mode === 'json' || context.settings.mode === 'ndjson')
      context.show({ name, value: null }, () => '')
    else context.note(`${name} is not set: ${key.about}.`)
    return EXIT.unexpected
  }
  context.show({ name, ...setting }, () => textOf(setting.value) + (showOrigin ? `  ${setting.place}` : ''))
  return EXIT.ok
}

/** `platelight config set`: changes the profile. The project's file is edited by hand. */
export async function setConfig(name: string, text: string, context: Context): Promise<ExitCode> {
  const { settings, environment } = context
  const { profile, credential, project } = settings.config
  const key = settingKey(name)
  const value = readValue(key, text)
  if (name === 'base_url' && credential && !sameServer(credential.server, String(value))) {
    throw new CliError(
      `Profile ${profile} is signed in to ${credential.server}, and its credential goes to no other server. ` +
        `Use another profile (--profile NAME), or platelight auth logout first.`,
    )
  }
  changeProfile(environment.env, profile, (old) => ({ ...old, values: { ...old.values, [name]: value } }))
  context.show({ profile, name, value }, () => `${name} is ${textOf(value)} in profile ${profile}.`)
  const effective = settings.config.get(key)
  if (effective && (effective.origin === 'environment' || (effective.origin === 'project' && project))) {
    context.note(`Here ${effective.place} takes precedence and sets it to ${textOf(effective.value)}.`)
  }
  return EXIT.ok
}

/** `platelight config unset`. */
export async function unsetConfig(name: string, context: Context): Promise<ExitCode> {
  const { profile, profiles } = context.settings.config
  settingKey(name)
  const previous = profiles[profile]?.values[name]
  if (previous !== undefined) {
    changeProfile(context.environment.env, profile, ({ values: { [name]: _, ...values }, credential }) => ({
      values,
      credential,
    }))
  }
  context.show({ profile, name, was: previous ?? null }, () =>
    previous === undefined
      ? `${name} was not set in profile ${profile}.`
      : `${name} is no longer set in profile ${profile}.`,
  )
  return EXIT.ok
}

/** `platelight config path`. */
export async function showConfigPath(context: Context): Promise<ExitCode> {
  const { config } = context.settings
  const path = userConfigPath(context.environment.env)
  context.show({ path, project: config.project?.path ?? null }, () => path)
  return EXIT.ok
}
