import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, ConfigError, checkConfig } from '../base/config/server-config.ts'
import { settingRow } from '../base/config/table/setting-table.ts'
import { readOwnNetwork } from '../base/text/own-network.ts'
import { type CommandEnvironment, readEnvironment, type SettingFlags, withSettings } from './command-environment.ts'

interface Flags extends SettingFlags {
  readonly json?: boolean
}

/** `platelight-server config …` */
export function configCommand(): Command {
  const config = new Command('config').description('Check and list the settings.')
  withSettings(config.command('check'))
    .description('List every problem that would keep the server from starting. Exits with 2 if there is one.')
    .option('--json', 'print JSON')
    .addHelpText('after', CHECK_HELP)
    .action(check)
  withSettings(config.command('list'))
    .description(
      'List every setting: its value, where it comes from, and since which version there is one. Secrets are masked.',
    )
    .option('--set', 'only what is set')
    .option('--json', 'print JSON, with what each setting means')
    .addHelpText('after', LIST_HELP)
    .action(list)
  return config
}

const CHECK_HELP = `
Examples:
  platelight-server config check
  PLATELIGHT_PORT=80 platelight-server config check --no-env-file --json`

const LIST_HELP = `
Examples:
  platelight-server config list --set
  platelight-server config list --json | jq '.settings[] | select(.origin != "default")'`

async function check({ data, envFile: useFile = true, json }: Flags): Promise<void> {
  const { env, envFile } = readEnvironment({ PLATELIGHT_DATA: data }, useFile)
  const { config, problems: settingProblems } = checkConfig(env)
  const problems = [...settingProblems, ...(await fileProblems(config))]
  const set = Object.keys(env).filter((name) => /^(PLATELIGHT|OTEL)_/.test(name) && env[name]?.trim())
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: problems.length === 0, problems, env_file: envFile ?? null, set })}\n`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  if (!json) process.stdout.write(`${settingsSummary(set, envFile)}\n`)
}

interface ListedSetting {
  readonly name: string
  /** Null where nothing is set and there is no default. */
  readonly value: string | null
  readonly default: string | null
  readonly origin: 'default' | 'environment' | 'file'
  /** The file that has it: `.env`, or one with a secret. */
  readonly file: string | null
  readonly since: string | null
  readonly about: string | null
}

async function list({ data, envFile = true, json, set }: Flags & { readonly set?: boolean }): Promise<void> {
  const environment = readEnvironment({ PLATELIGHT_DATA: data }, envFile)
  const { settings, problems } = listedSettings(environment)
  const shown = settings.filter(({ origin }) => !set || origin !== 'default')
  process.stdout.write(
    json ? `${JSON.stringify({ settings: shown, env_file: environment.envFile ?? null })}\n` : settingLines(shown),
  )
  if (problems.length > 0) process.stderr.write('Some of them are wrong; platelight-server config check says which.\n')
}

function listedSettings({ env, envFile, fromFile }: CommandEnvironment): {
  settings: ListedSetting[]
  problems: string[]
} {
  const { config, problems, known } = checkConfig(env)
  const settings = config.settings.map(({ name, value, origin }): ListedSetting => {
    const row = settingRow(known.get(name)?.fileOf ?? name)
    const standard = known.get(name)?.fallback ?? row?.otherwise?.replaceAll('`', '') ?? null
    const file = origin === 'file' ? (env[`${name}_FILE`] ?? null) : fromFile.has(name) ? (envFile ?? null) : null
    return {
      name,
      value: value ?? standard,
      default: standard,
      origin: file === null ? origin : 'file',
      file,
      since: (known.get(name)?.fileOf === undefined ? row?.since : row?.fileSince) ?? null,
      about: row?.about ?? null,
    }
  })
  return { settings, problems }
}

function settingLines(settings: readonly ListedSetting[]): string {
  if (settings.length === 0) return 'Nothing is set.\n'
  const cells = settings.map(({ name, value, origin, file, since }) => [
    name,
    value ?? '-',
    file ?? origin,
    `since ${since}`,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((cell) => cell[column]?.length ?? 0)))
  return cells.map((cell) => `${cell.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('')
}

/** Files that settings name must exist. The data folder is created at start. */
async function fileProblems({ tls, models, platformsFile, sales, dataFolder }: Config): Promise<string[]> {
  const [{ readPlatforms }, { readCatalogue }, { createSchemaChecks }, { document }] = await Promise.all([
    import('../process/platforms-file.ts'),
    import('../process/catalogue-file.ts'),
    import('../contract/schema-validators.ts'),
    import('../contract/openapi-document.ts'),
  ])
  const files = {
    PLATELIGHT_TLS_CERT: tls?.cert,
    PLATELIGHT_TLS_KEY: tls?.key,
    PLATELIGHT_CUTOUT_MODEL: models.own.cutout && cutoutFile(models.own.cutout, dataFolder),
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

/** The record of an added network, or the operator's own file. */
function cutoutFile(own: string, dataFolder: string): string {
  const { path, isName } = readOwnNetwork(own)
  return isName && path !== 'none' ? join(dataFolder, 'networks', `${path}.json`) : path
}
