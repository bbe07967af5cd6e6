import { access } from 'node:fs/promises'
import { Command } from 'commander'
import { type Config, ConfigError, checkConfig } from '../base/config/server-config.ts'
import { readEnvironment, type SettingFlags, withSettings } from './command-environment.ts'

interface Flags extends SettingFlags {
  readonly json?: boolean
}

/** `platelight-server config …` */
export function configCommand(): Command {
  const config = new Command('config').description('Check the settings.')
  withSettings(config.command('check'))
    .description('List every problem that would keep the server from starting. Exits with 2 if there is one.')
    .option('--json', 'print JSON')
    .action(check)
  return config
}

async function check({ data, envFile: useFile = true, json }: Flags): Promise<void> {
  const { env, envFile } = readEnvironment({ PLATELIGHT_DATA: data }, useFile)
  const { config, problems: settingProblems } = checkConfig(env)
  const problems = [...settingProblems, ...(await fileProblems(config))]
  const set = Object.keys(env).filter((name) => name.startsWith('PLATELIGHT_') && env[name]?.trim())
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: problems.length === 0, problems, env_file: envFile ?? null, set })}\n`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  if (!json) process.stdout.write(`${settingsSummary(set, envFile)}\n`)
}

/** Files that settings name must exist. The data folder is created at start. */
async function fileProblems({ tls, models, platformsFile, sales }: Config): Promise<string[]> {
  const [{ readPlatforms }, { readCatalogue }, { createSchemaChecks }, { document }] = await Promise.all([
    import('../process/platforms-file.ts'),
    import('../process/catalogue-file.ts'),
    import('../contract/schema-validators.ts'),
    import('../contract/openapi-document.ts'),
  ])
  const files = {
    PLATELIGHT_TLS_CERT: tls?.cert,
    PLATELIGHT_TLS_KEY: tls?.key,
    PLATELIGHT_CUTOUT_MODEL: models.own.cutout,
    PLATELIGHT_UPSCALE_MODEL: models.own.upscale,
    PLATELIGHT_DETECT_MODEL: models.own.detect,
    PLATELIGHT_SALIENCY_MODEL: models.own.saliency,
    PLATELIGHT_WARE_MODEL: models.own.ware,
    PLATELIGHT_FOOD_MODEL: models.own.food,
  }
  const unreadable = await Promise.all(
    Object.entries(files).map(async ([name, path]) => {
      if (path === undefined || path === 'none') return []
      const error = await access(path).then(
        () => undefined,
        ({ message }: Error) => message,
      )
      return error === undefined ? [] : [`${name} (${path}) cannot be read: ${error}`]
    }),
  )
  const inFiles = await Promise.all([
    problemsOf(readPlatforms(platformsFile, createSchemaChecks(document))),
    problemsOf(readCatalogue(sales.catalogueFile)),
  ])
  return [...unreadable, ...inFiles].flat()
}

const problemsOf = (reading: Promise<unknown>): Promise<readonly string[]> =>
  reading.then(
    () => [],
    (error: unknown) => {
      if (error instanceof ConfigError) return error.problems
      throw error
    },
  )

function settingsSummary(set: readonly string[], envFile: string | undefined): string {
  const from = envFile === undefined ? '' : ` (with ${envFile})`
  return set.length === 0
    ? `Nothing is set${from}. The server starts with its defaults.`
    : `The settings are valid${from}: ${[...set].sort().join(', ')}.`
}
