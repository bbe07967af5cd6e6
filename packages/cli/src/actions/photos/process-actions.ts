import { prepareFolders } from '@platelight/sdk/folder-engine'
import type { CatalogueEntry } from '../../base/catalogue-entry.ts'
import { CliError } from '../../base/cli-errors.ts'
import type { ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { openBatchRecord } from '../../batches/batch-record.ts'
import { type ProcessFlags, type ProcessRequest, STEPS, stepsOf } from '../../batches/process-order.ts'
import { quoteOf, runBatches } from '../../batches/run-batches.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { Connection } from '../../context/server-connection.ts'
import { runItems } from '../../folder-run/run-items.ts'
import { subjectIn } from '../../folder-run/subject-flags.ts'
import { operationDryRun } from '../../operations/operation-dry-run.ts'
import { dueItems, type OperationItem, operationItems, presentOutputs } from '../../operations/operation-items.ts'
import { checkFormat, formatIn } from '../../operations/operation-outputs.ts'
import { checkStdoutMode, outputFolders } from '../../operations/run-operation.ts'
import { saveResults } from '../../operations/save-results.ts'
import { createOperationReporter, type OperationReporter } from '../../reporters/operation-reporter.ts'
import type { ItemResult, OperationReply } from '../../reporting/item-events.ts'
import { openProgressLine } from '../../reporting/progress-line.ts'
import type { OnExisting } from '../../reporting/run-events.ts'

/** `platelight process`: uploads photos, processes them as batches on the server, and saves the results. */
export async function processPhotos(
  paths: readonly string[],
  flags: ProcessFlags,
  context: Context,
): Promise<ExitCode> {
  checkFormat(flags)
  const request = requestOf(flags)
  const items = await operationItems(ENTRY, paths, flags, context)
  const isStdout = items[0]?.output.kind === 'stdout'
  checkStdoutMode(isStdout, context)
  const onExisting = flags.onExisting ?? 'skip'
  const due = await dueItems(items, onExisting)
  if (flags.dryRun) {
    const { maxCredits } = flags
    const quote = (connection: Connection) => quoteOf(request, due.length, connection)
    return operationDryRun({ items, due, maxCredits, onExisting, noun: 'photo', quote }, context)
  }
  await prepareFolders(outputFolders(due))
  const reporter = createOperationReporter(context, isStdout)
  const run = { flags, context, items, due, request, onExisting, reporter }
  return due.length === 0 ? work(run, undefined) : withConnection(context, (connection) => work(run, connection))
}

function requestOf({ do: steps, scale, format: typed, out, ...flags }: ProcessFlags): ProcessRequest {
  if (!steps)
    throw new CliError(
      `Say what to do, as in --do enhance-colors,upscale, or name a --recipe. Steps are: ${STEPS.join(', ')}.`,
    )
  const format = (formatIn(out) as ProcessRequest['format']) ?? typed
  return { steps: stepsOf(steps), ...(scale && { scale }), ...subjectIn(flags), ...(format && { format }) }
}

interface ProcessRun {
  readonly flags: ProcessFlags
  readonly context: Context
  readonly items: readonly OperationItem[]
  readonly due: readonly OperationItem[]
  readonly request: ProcessRequest
  readonly onExisting: OnExisting
  readonly reporter: OperationReporter
}

async function work(run: ProcessRun, connection: Connection | undefined): Promise<ExitCode> {
  const { flags, context, items, due, request, reporter } = run
  const line = openProgressLine(context)
  const interrupts = onInterrupt(() => {
    line.clear()
    context.note('Stopping.')
  })
  try {
    const folder = outputFolders(items)[0] ?? context.environment.cwd
    const record = openBatchRecord(folder)
    const batches = connection
      ? await runBatches(due, request, flags, { connection, context, interrupts, record, line, reporter })
      : undefined
    const saved = new Set<OperationItem>()
    const result = await runItems<OperationItem>({
      items,
      connection,
      interrupts,
      reporter,
      concurrency: flags.concurrency ?? 4,
      createWorker:
        ({ signal }) =>
        (item) =>
          saveItem(item, batches?.results.get(item), run, connection, signal, () => void saved.add(item)),
    })
    batches?.settle(saved)
    reporter.end(result)
    return result.exitCode
  } finally {
    interrupts.release()
    await reporter.release()
  }
}

/** Saves the results of one photo. */
async function saveItem(
  item: OperationItem,
  reply: OperationReply | Error | undefined,
  { context, onExisting }: ProcessRun,
  connection: Connection | undefined,
  signal: AbortSignal,
  onSaved: () => void,
): Promise<ItemResult> {
  if (reply === undefined || !connection) {
    return { status: 'skipped', outputs: (await presentOutputs(item, 'skip')) ?? [] }
  }
  if (reply instanceof Error) throw reply
  const { note } = context
  const outputs = await saveResults(ENTRY, reply, item.output, { connection, context, onExisting, note, signal })
  onSaved()
  return {
    status: 'done',
    outputs,
    credits: reply.credits_used,
    ...(reply.warnings?.length && { warnings: reply.warnings }),
  }
}

/** Lets `process` find, name and save files in the same way as a single operation. */
const ENTRY: CatalogueEntry = {
  name: 'process',
  method: 'process',
  path: '/api/process',
  summary: '',
  description: '',
  input: 'picture',
  result: 'result_url',
  parameters: [],
}
