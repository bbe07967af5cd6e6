import { resolve } from 'node:path'
import { checkWritable, estimateFolder } from '@platelight/sdk/node'
import { CliError, errorRecordOf } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { type Connection, isEmbedded } from '../../context/server-connection.ts'
import { type EnhanceTask, type EnhanceTaskFlags, planEnhanceTask } from '../../enhance/enhance-task.ts'
import { quoteTask } from '../../enhance/folder-price.ts'
import { dryRunText, estimateText, showPlan } from '../../enhance/plan-report.ts'
import { runEnhanceTask } from '../../enhance/run-enhance-task.ts'
import { checkManifest, writeManifest } from '../../enhance/run-manifest.ts'
import { unconnectedClient } from '../../folder-run/unconnected-client.ts'
import { createJsonReporter, createNdjsonReporter, manifestOf } from '../../reporters/json-reporters.ts'
import { createLineReporter } from '../../reporters/line-reporter.ts'
import { openResults } from '../../reporting/open-results.ts'
import type { RunOutcome } from '../../reporting/run-events.ts'
import type { Reporter } from '../../reporting/run-reporter.ts'
import { loadScreen } from '../../screens/load-screen.ts'
import { type ShowFlags, showPreviews } from '../../sheets/show-results.ts'
import { checkSheets, writeSheets } from '../../sheets/write-sheets.ts'

/** Flags of `platelight enhance`, as commander reads them. */
export interface EnhanceFlags extends EnhanceTaskFlags, ShowFlags {
  readonly concurrency: number
  readonly maxCredits?: number
  readonly manifest?: string
  readonly contactSheet?: readonly string[]
  readonly open?: boolean
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

  const options = {
    concurrency: flags.concurrency,
    beforeClosing: (outcome: RunOutcome) => showPreviews(flags, task, outcome, context),
  }
  const work = async (due: EnhanceTask, maxCredits: number | undefined, connection?: Connection) =>
    runEnhanceTask(due, { ...options, maxCredits }, context, await openReporter(context, toStdout), connection)
  const outcome =
    // No server is started if every result exists already.
    task.plan.due === 0
      ? await work(task, flags.maxCredits)
      : await withConnection(context, async (connection) => {
          const first = await work(task, flags.maxCredits, connection)
          if (!first.files.some(({ error }) => error?.code === 'subject_not_found')) return first
          const { pointAtDishes } = await import('../../pointing/point-at-dishes.ts')
          const pointed = await pointAtDishes(task, first, connection, context)
          const left = flags.maxCredits && flags.maxCredits - first.summary.creditsUsed
          return pointed ? work(pointed, left, connection) : first
        })
  if (manifest) writeManifest(manifest, manifestOf(outcome))
  // An interrupted run writes no sheet, so that it ends quickly.
  if (outcome.exitCode >= EXIT.interrupted) return outcome.exitCode
  await writeSheets(sheets, task, outcome, context)
  if (flags.open && !toStdout) {
    const outputs = outcome.files.flatMap((file) => file.outputs)
    await openResults(outputs, task.plan.roots[0], context)
  }
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
  showPlan(priced, task, flags.maxCredits, context, dryRunText)
  return EXIT.ok
}

/** `platelight estimate`: the cost of a run as quoted by the server. Exits with 5 if the credits are not enough. */
export async function estimate(typed: readonly string[], flags: EnhanceTaskFlags, context: Context): Promise<ExitCode> {
  const task = await planEnhanceTask(typed, flags, context, 'price')
  try {
    const { inputs, options, plan } = task
    const quote =
      plan.due === 0
        ? await estimateFolder(unconnectedClient(), inputs, options)
        : await withConnection(context, (connection) => {
            if (connection.embedded)
              context.note('The price is that of the built-in server, whose credits cost nothing.')
            return quoteTask(task, connection)
          })
    showPlan(quote, task, undefined, context, estimateText)
    return quote.affordable ? EXIT.ok : EXIT.credits
  } finally {
    task.destination.dispose()
  }
}

/** Opens the reporter for the output mode. Ink is loaded only for the live screen. */
async function openReporter(context: Context, picturesOnStdout: boolean): Promise<Reporter> {
  const { settings, print, environment } = context
  if (settings.mode === 'ndjson') return createNdjsonReporter(print)
  if (settings.mode === 'json') return createJsonReporter(print)
  if (settings.mode === 'screen' && !picturesOnStdout) {
    const { createBoardReporter } = await loadScreen(settings, () => import('../../screens/board-reporter.tsx'))
    return createBoardReporter(context)
  }
  const note = (line: string) => void environment.stderr.write(`${line}\n`)
  return createLineReporter({ print: picturesOnStdout ? note : print, note }, context)
}
