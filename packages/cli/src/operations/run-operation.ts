import { foldersOf, type PhotoSource, prepareFolders, type RunTools, runPhotos } from '@platelight/sdk/folder-engine'
import { type CatalogueEntry, isText } from '../base/catalogue-entry.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { onInterrupt } from '../base/interrupts.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { type Connection, isEmbedded } from '../context/server-connection.ts'
import { runItems } from '../folder-run/run-items.ts'
import { createOperationReporter, type OperationReporter } from '../reporters/operation-reporter.ts'
import type { ItemEvent, ItemResult, OperationReply } from '../reporting/item-events.ts'
import { openResults } from '../reporting/open-results.ts'
import { createPauseNotes } from '../reporting/pause-notes.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'
import type { OnExisting } from '../reporting/run-events.ts'
import { agreedPrice, callOperation, type OperationCalls, quoteOf } from './operation-call.ts'
import { operationDryRun } from './operation-dry-run.ts'
import { dueItems, type OperationFlags, type OperationItem, operationItems, presentOutputs } from './operation-items.ts'
import type { OperationResult } from './operation-job.ts'
import { checkFormat } from './operation-outputs.ts'
import { checkFields } from './operation-parameters.ts'
import { createSendOperation } from './operation-request.ts'
import { saveResults } from './save-results.ts'

/** `platelight upscale …` and every other operation of the catalogue. */
export async function runOperation(
  entry: CatalogueEntry,
  typed: readonly string[],
  flags: OperationFlags,
  context: Context,
): Promise<ExitCode> {
  checkFields(entry, flags)
  checkFormat(flags)
  const items = await operationItems(entry, typed, flags, context)
  if (isText(entry) && !flags.dryRun) return printWords(entry, items, flags, context)
  const isStdout = items[0]?.output.kind === 'stdout'
  checkStdoutMode(isStdout, context)
  const onExisting = flags.onExisting ?? 'skip'
  const due = await dueItems(items, onExisting)
  if (flags.dryRun) {
    const { maxCredits } = flags
    const quote = (connection: Connection) => quoteOf(entry, flags, due, connection, context)
    const noun = entry.input === 'words' ? 'picture' : 'photo'
    return operationDryRun({ items, due, maxCredits, onExisting, noun, quote }, context)
  }
  await prepareFolders(outputFolders(due))
  const reporter = createOperationReporter(context, isStdout)
  const run = { entry, flags, context, items, due, onExisting, reporter }
  // No server is started if every result exists already.
  return due.length === 0 ? work(run, undefined) : withConnection(context, (connection) => work(run, connection))
}

/** @throws CliError if a picture and JSON would both go to standard output */
export function checkStdoutMode(isStdout: boolean, { settings: { mode } }: Context): void {
  if (isStdout && (mode === 'json' || mode === 'ndjson')) {
    throw new CliError('The picture and the JSON would both go to standard output. Use --out FILE.')
  }
}

/** The folders of the items' results. */
export const outputFolders = (items: readonly OperationItem[]): string[] =>
  foldersOf(items.flatMap(({ output }) => output.targets))

interface OperationRun {
  readonly entry: CatalogueEntry
  readonly flags: OperationFlags
  readonly context: Context
  readonly items: readonly OperationItem[]
  readonly due: readonly OperationItem[]
  readonly onExisting: OnExisting
  readonly reporter: OperationReporter
}

async function work(run: OperationRun, connection: Connection | undefined): Promise<ExitCode> {
  const { entry, flags, context, items, due, reporter } = run
  const price = connection && (await agreedPrice(entry, flags, due, connection, context))
  const interrupts = onInterrupt(() => reporter.stopping())
  try {
    const result = await runItems<OperationItem>({
      items,
      connection,
      interrupts,
      reporter,
      maxCredits: flags.maxCredits,
      concurrency: flags.concurrency ?? 1,
      createWorker: (tools) => createOperationWorker(run, connection, price, tools),
    })
    await reporter.release()
    reporter.end(result)
    // Hints only for the built-in server: the operator of a remote server chooses its networks.
    if (isEmbedded(context.settings)) for (const line of missingNetworkHints(result.files)) reporter.note(line)
    if (flags.open)
      await openResults(
        result.files.flatMap(({ outputs }) => outputs),
        undefined,
        context,
      )
    return result.exitCode
  } finally {
    interrupts.release()
    await reporter.release()
  }
}

/** Creates the function that processes one item: skips it if its results exist, or calls the operation and saves them. */
function createOperationWorker(
  { entry, flags, context, onExisting, reporter }: OperationRun,
  connection: Connection | undefined,
  price: number | undefined,
  tools: RunTools,
) {
  const calls = connection && {
    entry,
    flags,
    connection,
    context,
    price,
    tools,
    send: createSendOperation(entry, connection, tools),
  }
  /** Results by item. After a failure to save, only saving is tried again. */
  const finished = new Map<OperationItem, OperationResult>()

  return async (item: OperationItem): Promise<ItemResult> => {
    const present = await presentOutputs(item, onExisting)
    if (present || !calls) return { status: 'skipped', outputs: present ?? [] }
    const report: ReportProgress = (update) => reporter.progress(item.name, update)
    const result = finished.get(item) ?? (await callWithinBudget(item, calls, report))
    finished.set(item, result)
    report({ stage: 'saving' })
    const { reply, credits } = result
    const { note } = reporter
    const { signal } = tools
    const outputs = await saveResults(entry, reply, item.output, {
      connection: calls.connection,
      context,
      onExisting,
      note,
      signal,
    })
    const named = (sentence: string) => namePictures(sentence, item.sources)
    const summary = summarizeReply(reply, item.sources).map(named)
    return {
      status: 'done',
      outputs,
      credits,
      reply,
      ...(summary.length > 0 && { told: summary }),
      ...(reply.warnings?.length && {
        warnings: reply.warnings.map(({ code, message }) => ({ code, message: named(message) })),
      }),
    }
  }
}

/** Calls the operation and books its credits on the run's budget. */
async function callWithinBudget(
  item: OperationItem,
  calls: OperationCalls,
  report: ReportProgress,
): Promise<OperationResult> {
  const { budget } = calls.tools
  let isSent = false
  budget.reserve(item.name, calls.price ?? 0)
  try {
    const result = await callOperation(item, calls, report, () => {
      isSent = true
    })
    budget.settle(item.name, result.credits)
    return result
  } catch (error) {
    budget.fail(item.name, error, isSent)
    if (error instanceof Error) error.message = nameFields(error.message, item.sources)
    throw error
  }
}

/** Runs an operation whose result is text, and prints the text. */
const printWords = (
  entry: CatalogueEntry,
  items: readonly OperationItem[],
  flags: OperationFlags,
  context: Context,
): Promise<ExitCode> =>
  withConnection(context, async (connection) => {
    const { signal } = new AbortController()
    const pauses = createPauseNotes(context.note)
    const { stop } = await runPhotos<OperationItem, void>({
      client: connection.client,
      items,
      settings: { concurrency: 1, maxCredits: flags.maxCredits, signal, giveUp: signal },
      onSettled: () => undefined,
      onRequeued: () => undefined,
      onStopped: () => undefined,
      onPause: (event) => event.type === 'paused' && pauses.paused(event),
      createWorker(tools) {
        const send = createSendOperation(entry, connection, tools)
        const calls = { entry, flags, connection, context, price: flags.maxCredits, tools, send }
        return async (item) => {
          const { reply } = await callOperation(item, calls, () => undefined)
          for (const { message } of reply.warnings ?? []) context.note(message)
          context.show(reply, () => textIn(reply))
        }
      },
      fail: (_, error) => Promise.reject(error),
    })
    // An unreachable server stops the run without failing a call.
    if (stop) throw stop.error
    return EXIT.ok
  })

/** Engines that work without a neural network, as named in replies, and what one improves. People know it as an add-on. */
const BETTER_WITH_ADD_ON: Readonly<Record<string, string>> = {
  classical: 'Cut-outs are far cleaner with an add-on',
  lanczos: 'Enlarged photos gain real detail with an add-on',
}

/**
 * One hint for each kind of work that the built-in server did without a network, with how to install one. Networks are
 * optional packages, so a new installation has none.
 */
export function missingNetworkHints(files: readonly Pick<ItemEvent, 'reply'>[]): string[] {
  const engines = new Set(files.map(({ reply }) => String(reply?.engine)))
  return Object.entries(BETTER_WITH_ADD_ON)
    .filter(([engine]) => engines.has(engine))
    .map(([, better]) => `${better} that is not installed here. To install it, type: platelight server models install`)
}

/** The fields of a matched photo that the summary needs. */
interface MatchedPhoto {
  readonly index: number
  readonly outlier: boolean
  readonly reasons: readonly string[]
}

/** A step of an instruction. */
interface InstructionStep {
  readonly step: string
  readonly status: 'done' | 'skipped'
  readonly reason?: string
}

const stepLine = ({ step, status, reason = '' }: InstructionStep): string =>
  status === 'done' ? step : `Not done: ${step}. ${reason}`.trim()

/**
 * The text lines of a reply: the faults found, the corrections made, the steps of an instruction and why some were left, the
 * similarity of photos, and the photos that still differ from the others.
 */
function summarizeReply(reply: OperationReply, sources: readonly Pick<PhotoSource, 'name'>[]): string[] {
  const { found, done, steps, score_before: before, score, images } = reply
  const lines = [
    ...[found, done].flatMap((sentences) => (Array.isArray(sentences) ? sentences.map(String) : [])),
    ...(Array.isArray(steps) ? (steps as readonly InstructionStep[]).map(stepLine) : []),
  ]
  if (typeof before !== 'number' || typeof score !== 'number') return lines
  const outliers = (images as readonly MatchedPhoto[]).filter(({ outlier }) => outlier)
  return [
    ...lines,
    `Similarity: ${before} of 100 before, ${score} now.`,
    ...outliers.map(({ index, reasons }) =>
      [`${sources[index]?.name ?? index + 1} still stands out.`, ...reasons].join(' '),
    ),
  ]
}

/** Calls pictures by their file names, which people know better than their positions. */
const namePictures = (sentence: string, sources: readonly Pick<PhotoSource, 'name'>[]): string =>
  sentence.replace(/\bPictures? (\d+(?:, \d+)*)/g, (whole, numbers: string) => {
    const names = numbers.split(', ').map((number) => sources[Number(number) - 1]?.name)
    return sources.length > 1 && names.every((name) => name !== undefined) ? names.join(', ') : whole
  })

/** The same in errors, which name the fields of the request. */
const nameFields = (sentence: string, sources: readonly Pick<PhotoSource, 'name'>[]): string =>
  sentence.replace(/\bimage_urls\.(\d+)/g, (whole, index: string) => sources[Number(index)]?.name ?? whole)

/** The text of a reply whose result is text: a prompt, or copy with a line for each of its parts. */
function textIn({ prompt, headline, caption, hashtags, alt_text: altText }: OperationReply): string {
  if (typeof prompt === 'string') return prompt
  const tags = Array.isArray(hashtags) ? hashtags.join(' ') : ''
  return [headline, '', caption, '', tags, '', `Alt text: ${altText}`].join('\n')
}
