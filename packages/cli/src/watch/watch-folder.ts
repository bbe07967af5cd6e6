import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLock, creditsSpentSince } from '@platelight/sdk/folder-engine'
import { CliError, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf } from '../base/exit-codes.ts'
import { onInterrupt } from '../base/interrupts.ts'
import { counted } from '../base/text-layout.ts'
import { MINUTE_MS } from '../base/time-units.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { isEmbedded } from '../context/server-connection.ts'
import { type EnhanceTask, type EnhanceTaskFlags, planEnhanceTask } from '../enhance/enhance-task.ts'
import { runEnhanceTask } from '../enhance/run-enhance-task.ts'
import type { FileEvent, RunOutcome } from '../reporting/run-events.ts'
import type { Reporter } from '../reporting/run-reporter.ts'
import { shortPath } from '../reporting/run-wording.ts'
import { createFolderChanges } from './folder-changes.ts'

export interface WatchOptions {
  /** Seconds between two looks at the folder. */
  readonly every: number
  readonly concurrency: number
  readonly maxCreditsPerDay: number | undefined
  /** Called after each run. */
  readonly onRun: (outcome: RunOutcome) => void
}

/** After a failure that has nothing to do with a photo, the next attempt waits this long. */
const RETRY_MS = MINUTE_MS
/** Only one command watches into a folder. */
const LOCK = '.platelight-watch.lock'
const LEDGER = '.platelight-batch.jsonl'

/**
 * Enhances what comes into a folder, until it is interrupted. Each round is an ordinary run over the whole folder without the
 * files that are still being copied, so names, ledger and manifest are those of `enhance`.
 *
 * @returns 0 after Ctrl-C, which is how watching ends
 * @throws CliError or PlatelightError if the folder is none, if another command watches it, or if the key is refused
 */
export async function watchFolder(
  typed: string,
  flags: EnhanceTaskFlags,
  options: WatchOptions,
  reporter: Reporter,
  given: Context,
): Promise<ExitCode> {
  const { cwd } = given.environment
  const folder = resolve(cwd, typed)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`${typed} is not a folder. watch takes the folder into which photos are put.`)
  if (!isEmbedded(given.settings) && options.maxCreditsPerDay === undefined && !given.settings.yes)
    throw new CliError(
      `Photos cost credits while nobody looks. Set a limit. Type:\n${given.typed.again('--max-credits-per-day', '50')}\nor add --yes for no limit.`,
    )
  const context: Context = { ...given, settings: { ...given.settings, yes: true }, note: onceEach(given.note) }
  const out = resolve(cwd, flags.out ?? `${folder}-enhanced`)
  await mkdir(out, { recursive: true })
  const release = await acquireLock(join(out, LOCK))
  const interrupts = onInterrupt(() => reporter.stopping())
  const isResult = (path: string) => out.startsWith(folder + sep) && path.startsWith(out + sep)
  const changes = createFolderChanges(folder, { recursive: flags.recursive ?? false, isResult })
  /** When a failed round is tried again. */
  let retryAt = 0
  given.note(`Watching ${typed}: photos put there are enhanced into ${shortPath(out, cwd)}. Ctrl-C ends it.`)
  try {
    while (!interrupts.finish.aborted) {
      await round().catch((error: unknown) => later(error))
      await sleep(options.every * 1000, undefined, { signal: interrupts.finish }).catch(() => undefined)
    }
    return interrupts.finish.reason === EXIT.terminated ? EXIT.terminated : EXIT.ok
  } finally {
    interrupts.release()
    await release()
  }

  async function round(): Promise<void> {
    const { ready, growing } = await changes.look().catch((error: Error) => {
      throw new CliError(`${typed} cannot be read (${error.message}). Waiting until it is back.`, EXIT.usage, 'away')
    })
    if (ready.length === 0 || Date.now() < retryAt) return
    const budget = options.maxCreditsPerDay
    const left = budget === undefined ? undefined : budget - (await creditsSpentSince(join(out, LEDGER), startOfDay()))
    if (left !== undefined && left <= 0) {
      context.note(
        `The limit of ${counted(budget ?? 0, 'credit')} for ${today()} is reached. New photos wait until tomorrow.`,
      )
      return
    }
    const ignore = [...(flags.ignore ?? []), ...growing.map(asGlob)]
    const task = await planEnhanceTask([typed], { ...flags, out, ignore }, context).catch((error: unknown) => {
      // Nothing but files that are no photos has come.
      if (errorRecordOf(error).code !== 'no_photos') throw error
      return undefined
    })
    if (!task || task.plan.due === 0) return changes.finish(ready)
    await run(task, left, ready)
  }

  async function run(task: EnhanceTask, maxCredits: number | undefined, ready: readonly string[]): Promise<void> {
    const work = { concurrency: options.concurrency, maxCredits }
    const outcome = await withConnection(context, (connection) =>
      runEnhanceTask(task, work, context, reporter, connection),
    )
    options.onRun(outcome)
    const { stopped, error } = outcome.summary
    if (stopped === 'auth') throw new CliError(error?.message ?? 'The key is refused.', EXIT.auth, 'auth')
    if (stopped !== undefined && stopped !== 'interrupted') retryAt = Date.now() + RETRY_MS
    // What the run did not come to is tried again, and what the server refused only when it has changed.
    const isOpen = ({ status, error: reason }: FileEvent) => status === 'failed' && !isFinal(reason?.status)
    const [open, over] = [true, false].map(
      (wanted) =>
        new Set(outcome.files.filter((file) => isOpen(file) === wanted).map(({ file }) => resolve(cwd, file))),
    )
    if (open?.size) retryAt = Date.now() + RETRY_MS
    changes.finish(
      ready.filter((path) => (stopped === undefined ? !open?.has(join(folder, path)) : over?.has(join(folder, path)))),
    )
  }

  /** A lost drive or server, a full disk or used-up credits come back. @throws what does not */
  function later(error: unknown): void {
    if (interrupts.finish.aborted) return
    const { code, message } = errorRecordOf(error)
    const { status = 0 } = Object(error) as { status?: number }
    const isAway = code === 'away' || code === 'input_missing'
    const passes = isAway || PASSING.has(exitCodeOf(error)) || status >= 500 || code.endsWith('_unwritable')
    if (!passes) throw error
    retryAt = isAway ? 0 : Date.now() + RETRY_MS
    context.note(message)
  }
}

const PASSING = new Set<ExitCode>([EXIT.unreachable, EXIT.credits, EXIT.rateLimited])

/** A refusal of the photo itself. */
const isFinal = (status: number | undefined): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 402

/** The same sentence is said once, until another one was said. */
function onceEach(note: Context['note']): Context['note'] {
  let last = ''
  return (line) => {
    if (line !== last) note(line)
    last = line
  }
}

const startOfDay = (): number => new Date().setHours(0, 0, 0, 0)
const today = (): string => new Date().toLocaleDateString('en-CA')

/** A path as a glob that matches only it. */
const asGlob = (path: string): string =>
  path
    .split(sep)
    .join('/')
    .replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
