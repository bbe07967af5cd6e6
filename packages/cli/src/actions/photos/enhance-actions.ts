import { resolve } from 'node:path'
import { checkWritable } from '@platelight/sdk/node'
import { CliError, errorRecordOf } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { isEmbedded } from '../../context/server-connection.ts'
import { type EnhanceTask, type EnhanceTaskFlags, planEnhanceTask } from '../../enhance/enhance-task.ts'
import { quoteTask } from '../../enhance/folder-price.ts'
import { dryRunText, showPlan } from '../../enhance/plan-report.ts'
import { runEnhanceTask } from '../../enhance/run-enhance-task.ts'
import { checkManifest, writeManifest } from '../../enhance/run-manifest.ts'
import { manifestOf } from '../../reporters/json-reporters.ts'
import { openReporter } from '../../reporters/open-reporter.ts'
import { checkSheets, writeSheets } from '../../sheets/write-sheets.ts'

/** Flags of `platelight enhance`, as commander reads them. */
export interface EnhanceFlags extends EnhanceTaskFlags {
  readonly concurrency: number
  readonly maxCredits?: number
  readonly manifest?: string
  readonly contactSheet?: readonly string[]
  readonly dryRun?: boolean
}

/** `platelight enhance`: finds the photos, checks that results can be written, agrees on the price, does the work. */
export async function enhance(typed: readonly string[], flags: EnhanceFlags, context: Context): Promise<ExitCode> {
  const task = await planEnhanceTask(typed, flags, context, flags.dryRun ? 'plan' : 'do')
  try {
    if (flags.dryRun) return await dryRun(task, flags, context)
    return await run(task, flags, context)
  } finally {
    task.destination.dispose()
  }
}

async function run(task: EnhanceTask, flags: EnhanceFlags, context: Context): Promise<ExitCode> {
  const { settings, environment } = context
  const { toStdout } = task.destination
  if (toStdout && (settings.mode === 'json' || settings.mode === 'ndjson')) {
    throw new CliError('The picture and the JSON would both go to standard output. Use --manifest FILE for the report.')
  }
  const manifest = flags.manifest === undefined ? undefined : resolve(environment.cwd, flags.manifest)
  if (task.plan.due > 0) await checkWritable(task.plan.folders)
  if (manifest) await checkManifest(manifest)
  const sheets = await checkSheets(flags.contactSheet ?? [], environment.cwd, toStdout)

  const reporter = await openReporter(context, toStdout)
  const options = { concurrency: flags.concurrency, maxCredits: flags.maxCredits }
  const outcome =
    // No server is started if every result exists already.
    task.plan.due === 0
      ? await runEnhanceTask(task, options, context, reporter, undefined)
      : await withConnection(context, (connection) => runEnhanceTask(task, options, context, reporter, connection))
  if (manifest) writeManifest(manifest, manifestOf(outcome))
  // An interrupted run writes no sheet, so that it ends quickly.
  if (outcome.exitCode < EXIT.interrupted) await writeSheets(sheets, task, outcome, context)
  return outcome.exitCode
}

/** Shows the plan. A configured server is asked for the price; the built-in server is not started for it. */
async function dryRun(task: EnhanceTask, flags: EnhanceFlags, context: Context): Promise<ExitCode> {
  const { plan } = task
  const needsQuote = plan.due > 0 && !isEmbedded(context.settings)
  const priced = needsQuote
    ? await withConnection(context, (connection) => quoteTask(task, connection)).catch((error: unknown) => {
        if (error instanceof CliError && error.exitCode === EXIT.usage) throw error
        context.note(`The price is not known: ${errorRecordOf(error).message}`)
        return plan
      })
    : plan
  showPlan(priced, task.destination, flags.maxCredits, context, dryRunText)
  return EXIT.ok
}
