import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Command } from 'commander'
import { readSettings, type SettingFlags, withSettings } from './command-environment.ts'
import { addedNetworksCommands } from './models/added-networks-command.ts'

interface Flags extends SettingFlags {
  readonly json?: boolean
}

type Report = typeof import('../models/report/model-report.ts')
type ReportLines = typeof import('../models/report/model-report-lines.ts')
type Settings = ReturnType<typeof import('../models/model-settings.ts').modelSettings>

/** `platelight-server models …` */
export function modelsCommand(): Command {
  const models = new Command('models').description(
    'Manage the neural networks for cut-outs and for detail when enlarging.',
  )
  withSettings(models.command('list'))
    .description('List the networks: which are installed, which are used, their licences, and what to install.')
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      withModels(flags, async ({ listModels }, { listLines }, settings) => {
        const list = await listModels(settings)
        return { json: list, text: listLines(list), ok: true }
      }),
    )
  withSettings(models.command('install'))
    .description('Install the packages of all networks that are missing, with npm: what list prints.')
    .action((flags: Flags) =>
      withModels(flags, async ({ listModels }, _, settings) => {
        const { install } = await listModels(settings)
        if (install === null) return { json: { install }, text: 'Everything is installed.', ok: true }
        process.stdout.write(`${install}\n`)
        const isDone = await runHere(install)
        const text = isDone ? 'Installed. The next start of the server uses it.' : 'npm failed; what it says is above.'
        return { json: { install }, text, ok: isDone }
      }),
    )
  withSettings(models.command('verify'))
    .argument('[id...]', 'models that must be installed; by default all that are')
    .description('Compare the files with their checksums and run each network once. Exits with 1 if a check fails.')
    .option('--json', 'print JSON')
    .action((ids: string[], flags: Flags) => verification(ids, flags, true))
  withSettings(models.command('convert'))
    .argument('[id...]', 'models that must be installed; by default all that are')
    .description('Prepare the files to run now, instead of when the first picture needs them.')
    .option('--json', 'print JSON')
    .action((ids: string[], flags: Flags) => verification(ids, flags, false))
  addedNetworksCommands(models)
  return models
}

const verification = (ids: string[], flags: Flags, run: boolean): Promise<void> =>
  withModels(flags, async ({ verifyModels }, { verifiedLines }, settings) => {
    const results = await verifyModels(settings, { ids, run })
    return { json: { models: results }, text: verifiedLines(results), ok: results.every(({ ok }) => ok) }
  })

/** Runs a command without quotes in the working folder, as if it had been typed. */
async function runHere(command: string): Promise<boolean> {
  const [program = '', ...args] = command.split(' ')
  // On Windows npm is a script.
  const child = spawn(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  const [code] = (await once(child, 'exit').catch(() => [1])) as [number | null]
  return code === 0
}

/** Opens nothing in the data folder but the folders of models. */
async function withModels(
  flags: Flags,
  act: (
    report: Report,
    lines: ReportLines,
    settings: Settings,
  ) => Promise<{ json: unknown; text: string; ok: boolean }>,
): Promise<void> {
  const config = readSettings(flags)
  const [report, lines, { modelSettings }] = await Promise.all([
    import('../models/report/model-report.ts'),
    import('../models/report/model-report-lines.ts'),
    import('../models/model-settings.ts'),
  ])
  const { json, text, ok } = await act(report, lines, modelSettings(config))
  process.stdout.write(`${flags.json ? JSON.stringify(json) : text}\n`)
  if (!ok) process.exitCode = 1
}
