import { readFile } from 'node:fs/promises'
import { enhanceFolder, type FolderPlan, type FolderReport } from '@platelight/sdk/node'
import { exitCodeOf, exitCodeOfRun } from '../base/exit-codes.ts'
import { type Interrupts, onInterrupt } from '../base/interrupts.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { creditsLink } from '../folder-run/credits-link.ts'
import { stopExitCode } from '../folder-run/run-items.ts'
import { unconnectedClient } from '../folder-run/unconnected-client.ts'
import type { BatchEvent, FileEvent, RunOutcome } from '../reporting/run-events.ts'
import type { Reporter } from '../reporting/run-reporter.ts'
import type { EnhanceTask } from './enhance-task.ts'
import { agreeOnFolderPrice, explainUnknownPreset } from './folder-price.ts'

export interface WorkOptions {
  readonly concurrency: number
  readonly maxCredits: number | undefined
  /** Shows something between the photos and the closing lines. */
  readonly beforeClosing?: (outcome: RunOutcome) => Promise<void>
}

/**
 * Runs a task: asks for agreement to its price, if there is one, and reports progress.
 *
 * @param connection undefined if nothing is due; then no server is needed
 */
export async function runEnhanceTask(
  task: EnhanceTask,
  { concurrency, maxCredits, beforeClosing = async () => undefined }: WorkOptions,
  context: Context,
  reporter: Reporter,
  connection: Connection | undefined,
): Promise<RunOutcome> {
  const { inputs, options, plan, destination } = task
  const { stdout, cwd } = context.environment
  if (connection) await agreeOnFolderPrice(task, maxCredits, connection, context)
  const stdoutResult = destination.toStdout ? createStdoutResult(options.outFile) : undefined
  const interrupts = onInterrupt(() => reporter.stopping())
  reporter.begin({
    subject: subjectOf(plan.perFile),
    roots: stdoutResult ? [] : plan.roots,
    cwd,
    startedAt: Date.now(),
    showsPrices: connection?.embedded === false,
  })
  try {
    const report = await enhanceFolder(connection?.client ?? unconnectedClient(), inputs, {
      ...options,
      concurrency,
      ...(maxCredits !== undefined && { maxCredits }),
      signal: interrupts.finish,
      giveUp: interrupts.abort,
      onEvent: (event) => reporter.event(withLeftOut(stdoutResult ? stdoutResult.event(event) : event, plan)),
    }).catch((error: unknown) => (connection ? explainUnknownPreset(error, plan, connection) : Promise.reject(error)))
    if (stdoutResult) for (const file of report.files) await stdoutResult.write(file, stdout)
    const outcome = {
      ...outcomeOf(report, plan, interrupts, stdoutResult?.file ?? ((file) => file)),
      link: report.stopped === 'credits' && connection ? creditsLink(report.cause, connection) : undefined,
    }
    await reporter.end(outcome, () => beforeClosing(outcome))
    return outcome
  } finally {
    interrupts.release()
    reporter.release()
  }
}

/** The run itself receives the matches of a glob, and does not know what else the glob matches. */
const withLeftOut = <E extends BatchEvent>(event: E, { leftOut }: FolderPlan): E =>
  event.type === 'summary' && leftOut.length > 0 ? { ...event, leftOut } : event

function outcomeOf(
  report: FolderReport,
  plan: FolderPlan,
  interrupts: Interrupts,
  rename: (file: FileEvent) => FileEvent,
): RunOutcome {
  const { stopped, cause, done, skipped, failed, summary } = report
  const end = {
    done: done.length,
    skipped: skipped.length,
    failures: failed.map(({ error }) => exitCodeOf(error)),
    stopped: stopped && stopExitCode({ reason: stopped, error: cause }, interrupts),
  }
  return { files: report.files.map(rename), summary: withLeftOut(summary, plan), exitCode: exitCodeOfRun(end) }
}

function subjectOf(files: readonly { readonly file: string }[]): string {
  const [first] = files
  return files.length === 1 && first ? first.file : counted(files.length, 'photo')
}

/** Sends the temporary file that a run wrote to standard output, and replaces its path by `-` in events. */
function createStdoutResult(outFile: string | undefined) {
  const file = (event: FileEvent): FileEvent => ({
    ...event,
    outputs: event.outputs.map((output) => (output.path === outFile ? { ...output, path: '-' } : output)),
  })
  return {
    file,
    event(event: BatchEvent): BatchEvent {
      if (event.type === 'file') return file(event)
      return event.type === 'start' || event.type === 'summary' ? { ...event, out: null } : event
    },
    async write({ outputs }: FileEvent, stdout: NodeJS.WritableStream): Promise<void> {
      for (const { path } of outputs) {
        const bytes = await readFile(path)
        await new Promise<void>((done, fail) =>
          stdout.write(bytes, (error?: Error | null) => (error ? fail(error) : done())),
        )
      }
    },
  }
}
