import { Command } from 'commander'
import { readSettings, type SettingFlags, withSettings } from './command-environment.ts'

interface Flags extends SettingFlags {
  readonly json?: boolean
}

type Report = typeof import('../models/report/model-report.ts')
type Words = typeof import('../models/report/model-report-lines.ts')
type Settings = ReturnType<typeof import('../models/model-settings.ts').modelSettings>

/** `platelight-server models …` */
export function modelsCommand(): Command {
  const models = new Command('models').description(
    'Networks: cut-out and detail for enlarging, from packages or files of your own.',
  )
  withSettings(models.command('list'))
    .description('Which there are, which of them is used, under which licence, and what to install.')
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      aboutModels(flags, async ({ listModels }, { listLines }, settings) => {
        const list = await listModels(settings)
        return { json: list, text: listLines(list), ok: true }
      }),
    )
  withSettings(models.command('verify'))
    .argument('[id...]', 'models that must be there; by default those that are')
    .description(
      'Compare their files with the checksums and run each once; exit code 1 when one is not as it should be.',
    )
    .option('--json', 'print JSON')
    .action((ids: string[], flags: Flags) => verification(ids, flags, true))
  withSettings(models.command('convert'))
    .argument('[id...]', 'models that must be there; by default those that are')
    .description('Make the files that are run now, and not when the first picture needs them.')
    .option('--json', 'print JSON')
    .action((ids: string[], flags: Flags) => verification(ids, flags, false))
  return models
}

const verification = (ids: string[], flags: Flags, run: boolean): Promise<void> =>
  aboutModels(flags, async ({ verifyModels }, { verifiedLines }, settings) => {
    const results = await verifyModels(settings, { ids, run })
    return { json: { models: results }, text: verifiedLines(results), ok: results.every(({ ok }) => ok) }
  })

/** Nothing of the data folder is opened but where conversions are kept. */
async function aboutModels(
  flags: Flags,
  act: (report: Report, words: Words, settings: Settings) => Promise<{ json: unknown; text: string; ok: boolean }>,
): Promise<void> {
  const config = readSettings(flags)
  const [report, words, { modelSettings }] = await Promise.all([
    import('../models/report/model-report.ts'),
    import('../models/report/model-report-lines.ts'),
    import('../models/model-settings.ts'),
  ])
  const { json, text, ok } = await act(report, words, modelSettings(config))
  process.stdout.write(`${flags.json ? JSON.stringify(json) : text}\n`)
  if (!ok) process.exitCode = 1
}
