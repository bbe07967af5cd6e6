import { access } from 'node:fs/promises'
import { Command } from 'commander'
import { type Config, ConfigError, checkConfig } from '../base/config/server-config.ts'
import { readEnvironment, type SettingFlags, withSettings } from './command-environment.ts'

interface Flags extends SettingFlags {
  readonly json?: boolean
}

/** `platelight-server config …` */
export function configCommand(): Command {
  const config = new Command('config').description('Settings.')
  withSettings(config.command('check'))
    .description('Say every problem that would keep the server from starting; exit code 2 when there is one.')
    .option('--json', 'print JSON')
    .action(check)
  return config
}

async function check({ data, envFile: useFile = true, json }: Flags): Promise<void> {
  const { env, envFile } = readEnvironment({ PLATELIGHT_DATA: data }, useFile)
  const { config, problems: ofSettings } = checkConfig(env)
  const problems = [...ofSettings, ...(await problemsOfFiles(config))]
  const set = Object.keys(env).filter((name) => name.startsWith('PLATELIGHT_') && env[name]?.trim())
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: problems.length === 0, problems, env_file: envFile ?? null, set })}\n`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  if (!json) process.stdout.write(`${settingsSummary(set, envFile)}\n`)
}

/** What the settings name has to be there. The data folder is made at start. */
async function problemsOfFiles({ tls, models, platformsFile }: Config): Promise<string[]> {
  const { readPlatforms } = await import('../process/platforms-file.ts')
  const named = {
    PLATELIGHT_TLS_CERT: tls?.cert,
    PLATELIGHT_TLS_KEY: tls?.key,
    PLATELIGHT_CUTOUT_MODEL: models.own.cutout,
    PLATELIGHT_UPSCALE_MODEL: models.own.upscale,
  }
  const unreadable = await Promise.all(
    Object.entries(named).map(async ([name, path]) => {
      if (path === undefined || path === 'none') return []
      const error = await access(path).then(
        () => undefined,
        ({ message }: Error) => message,
      )
      return error === undefined ? [] : [`${name} (${path}) cannot be read: ${error}`]
    }),
  )
  const ofPlatforms = await readPlatforms(platformsFile).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ConfigError) return error.problems
      throw error
    },
  )
  return [...unreadable.flat(), ...ofPlatforms]
}

function settingsSummary(set: readonly string[], envFile: string | undefined): string {
  const from = envFile === undefined ? '' : ` (with ${envFile})`
  return set.length === 0
    ? `Nothing is set${from}: the server starts with its defaults.`
    : `The settings are in order${from}: ${[...set].sort().join(', ')}.`
}
