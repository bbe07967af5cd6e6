import { checkWritable } from '@platelight/sdk/node'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { type Connection, isEmbedded } from '../../context/server-connection.ts'
import type { CatalogueEntry } from '../../operations/catalogue-entry.ts'
import { missingNetworkHints } from '../../operations/missing-network-hint.ts'
import { createBudget } from '../../operations/operation-budget.ts'
import { callOperation, priceOf, quoteOf } from '../../operations/operation-call.ts'
import { dryRun } from '../../operations/operation-dry-run.ts'
import { type OperationFlags, type OperationItem, operationItems } from '../../operations/operation-items.ts'
import { existingAt, foldersOf, formatIn, freePlace, type Place } from '../../operations/operation-outputs.ts'
import { checkFields } from '../../operations/operation-parameters.ts'
import type { OperationResult } from '../../operations/operation-request.ts'
import { summarizeReply } from '../../operations/reply-summary.ts'
import { saveResults } from '../../operations/save-results.ts'
import { runTasks, type Task } from '../../operations/task-pool.ts'
import { createOperationReporter } from '../../reporters/operation-reporter.ts'
import type { Progress } from '../../reporting/progress-tracker.ts'
import type { OnExisting } from '../../reporting/run-events.ts'

/** `platelight upscale …` and every other operation of the catalogue. */
export async function runOperation(
  entry: CatalogueEntry,
  given: readonly string[],
  flags: OperationFlags,
  context: Context,
): Promise<ExitCode> {
  const { settings } = context
  checkFields(entry, flags)
  const inName = formatIn(flags.out)
  if (flags.formatIsTyped && inName !== undefined && inName !== flags.format) {
    throw new CliError(`${flags.out} names another format than --format ${flags.format}. Leave one of them out.`)
  }
  const jobs = await operationItems(entry, given, flags, context)
  if (entry.result === 'prompt' && !flags.dryRun) return words(entry, jobs, flags, context)
  const [first] = jobs
  const printsPicture = first?.place.kind === 'stdout'
  if (printsPicture && (settings.mode === 'json' || settings.mode === 'ndjson')) {
    throw new CliError('The picture goes to standard output, and so would JSON. Use --out FILE.')
  }
  const onExisting = flags.onExisting ?? 'skip'
  const due = jobs.filter(({ place }) => onExisting !== 'skip' || existingAt(place) === undefined)
  if (flags.dryRun) {
    const { maxCredits } = flags
    const quote = (connection: Connection) => quoteOf(entry, flags, due, connection, context)
    return dryRun({ jobs, due, maxCredits, quote }, context)
  }
  await checkWritable(foldersOf(due.map(({ place }) => place)))
  if (jobs.length === 0) context.note(`No photos in ${given.join(', ')}.`)

  const reporter = createOperationReporter(context, printsPicture)
  const work = async (connection: Connection | undefined): Promise<ExitCode> => {
    const price = connection && due.length > 0 ? await priceOf(entry, flags, due, connection, context) : undefined
    const budget = createBudget(price ?? 0, flags.maxCredits)
    const interrupts = onInterrupt(() => reporter.stopping())
    try {
      const tasks = jobs.map(
        (job): Task => ({
          name: job.name,
          async work(signal) {
            const present = onExisting === 'skip' ? existingAt(job.place) : undefined
            if (present !== undefined || !connection) {
              return { status: 'skipped', outputs: present === undefined ? [] : [{ path: present }] }
            }
            const reserved = budget.reserve()
            const tell = (news: Partial<Progress>) => reporter.progress(job.name, news)
            let done: OperationResult | undefined
            try {
              done = await callOperation(entry, job, flags, { connection, context, price, signal, tell })
            } finally {
              reserved.settle(done?.credits ?? 0)
            }
            tell({ stage: 'saving' })
            const told = summarizeReply(done.reply, job.sources)
            return {
              status: 'done',
              outputs: await saveResults(entry, done.reply, place(job, onExisting), {
                connection,
                note: reporter.note,
                context,
                signal,
              }),
              credits: done.credits,
              reply: done.reply,
              ...(told.length > 0 && { told }),
              ...(done.reply.warnings?.length && { warnings: done.reply.warnings }),
            }
          },
        }),
      )
      const result = await runTasks(tasks, flags.concurrency ?? 1, interrupts, (event) => reporter.file(event))
      await reporter.release()
      reporter.end(result)
      // Whoever runs a server elsewhere has its own reasons; on this machine it is only not known yet.
      if (isEmbedded(settings)) for (const line of missingNetworkHints(result.files)) reporter.note(line)
      return result.exitCode
    } finally {
      interrupts.release()
      await reporter.release()
    }
  }
  // Where everything is there already no server is needed, and none is started.
  return due.length === 0 ? work(undefined) : withConnection(context, work)
}

const place = (job: OperationItem, onExisting: OnExisting): Place =>
  onExisting === 'rename' ? freePlace(job.place) : job.place

/** An operation whose result is words: they are printed. */
const words = (
  entry: CatalogueEntry,
  jobs: readonly OperationItem[],
  flags: OperationFlags,
  context: Context,
): Promise<ExitCode> =>
  withConnection(context, async (connection) => {
    const { signal } = new AbortController()
    for (const job of jobs) {
      const { reply } = await callOperation(entry, job, flags, {
        ...{ connection, context, signal, price: flags.maxCredits },
        tell: () => undefined,
      })
      context.show(reply, () => String(reply.prompt))
    }
    return EXIT.ok
  })
