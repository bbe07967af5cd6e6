import { checkWritable } from '@platelight/sdk/node'
import { CliError } from '../../base/cli-errors.ts'
import type { ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { openBatchRecord } from '../../batches/batch-record.ts'
import { ENTRY } from '../../batches/process-entry.ts'
import { type ProcessFlags, type ProcessRequest, stepOf } from '../../batches/process-order.ts'
import { quoteOf, runBatches } from '../../batches/run-batches.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { Connection } from '../../context/server-connection.ts'
import { dryRun } from '../../operations/operation-dry-run.ts'
import { type OperationItem, operationItems } from '../../operations/operation-items.ts'
import { existingAt, foldersOf, formatIn, freePlace } from '../../operations/operation-outputs.ts'
import type { OperationReply } from '../../operations/operation-request.ts'
import { saveResults } from '../../operations/save-results.ts'
import { runTasks, type Task } from '../../operations/task-pool.ts'
import { createOperationReporter } from '../../reporters/operation-reporter.ts'
import { openProgressLine } from '../../reporting/progress-line.ts'
import type { OnExisting } from '../../reporting/run-events.ts'

/** `platelight process`: sends photos, has them worked on as one batch on the server, and saves what comes of it. */
export async function processPhotos(
  given: readonly string[],
  flags: ProcessFlags,
  context: Context,
): Promise<ExitCode> {
  const { settings } = context
  const inName = formatIn(flags.out)
  if (flags.formatIsTyped && inName !== undefined && inName !== flags.format) {
    throw new CliError(`${flags.out} names another format than --format ${flags.format}. Leave one of them out.`)
  }
  const jobs = await operationItems(ENTRY, given, flags, context)
  const toStdout = jobs[0]?.place.kind === 'stdout'
  if (toStdout && (settings.mode === 'json' || settings.mode === 'ndjson')) {
    throw new CliError('The picture goes to standard output, and so would JSON. Use --out FILE.')
  }
  const onExisting = flags.onExisting ?? 'skip'
  const due = jobs.filter(({ place }) => onExisting !== 'skip' || existingAt(place) === undefined)
  const format = (inName as ProcessRequest['format']) ?? flags.format
  const order: ProcessRequest = {
    steps: flags.do.map(stepOf),
    ...(flags.scale && { scale: flags.scale }),
    ...(format && { format }),
  }
  if (flags.dryRun) {
    const { maxCredits } = flags
    return dryRun({ jobs, due, maxCredits, quote: (connection) => quoteOf(order, due.length, connection) }, context)
  }
  await checkWritable(foldersOf(due.map(({ place }) => place)))
  if (jobs.length === 0) context.note(`No photos in ${given.join(', ')}.`)
  const reporter = createOperationReporter(context, toStdout)
  const work = async (connection: Connection | undefined): Promise<ExitCode> => {
    const line = openProgressLine(context)
    const interrupts = onInterrupt(() => {
      line.clear()
      context.note('Stopping.')
    })
    try {
      const folder = foldersOf(jobs.map(({ place }) => place))[0] ?? context.environment.cwd
      const made = connection
        ? await runBatches(due, order, flags, {
            connection,
            context,
            interrupts,
            record: openBatchRecord(folder),
            line,
          })
        : undefined
      const saved = new Set<OperationItem>()
      const saving = { connection, context, onExisting, onSaved: (job: OperationItem) => void saved.add(job) }
      const tasks = jobs.map((job): Task => taskOf(job, made?.results, saving))
      const result = await runTasks(tasks, flags.concurrency ?? 4, interrupts, (event) => reporter.file(event))
      made?.settle(saved)
      reporter.end(result)
      return result.exitCode
    } finally {
      interrupts.release()
      await reporter.release()
    }
  }
  return due.length === 0 ? work(undefined) : withConnection(context, work)
}

interface Saving {
  readonly connection: Connection | undefined
  readonly context: Context
  readonly onExisting: OnExisting
  readonly onSaved: (job: OperationItem) => void
}

function taskOf(
  job: OperationItem,
  results: ReadonlyMap<OperationItem, OperationReply | Error> | undefined,
  { connection, context, onExisting, onSaved }: Saving,
): Task {
  return {
    name: job.name,
    async work(signal) {
      const made = results?.get(job)
      if (made === undefined || !connection) {
        const present = existingAt(job.place)
        return { status: 'skipped', outputs: present === undefined ? [] : [{ path: present }] }
      }
      if (made instanceof Error) throw made
      const place = onExisting === 'rename' ? freePlace(job.place) : job.place
      const outputs = await saveResults(ENTRY, made, place, { connection, context, note: context.note, signal })
      onSaved(job)
      return {
        status: 'done',
        outputs,
        credits: made.credits_used,
        ...(made.warnings?.length && { warnings: made.warnings }),
      }
    },
  }
}
