import type { PausedEvent, ResumedEvent } from '@platelight/sdk/node'
import { duration, wrapped } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { closingLines } from '../reporting/closing-lines.ts'
import type { ItemEvent, ItemRun } from '../reporting/item-events.ts'
import { createPauseNotes } from '../reporting/pause-notes.ts'
import {
  type ActiveFile,
  createProgressTracker,
  type Progress,
  throttleReports,
} from '../reporting/progress-tracker.ts'
import { progressText } from '../reporting/progress-wording.ts'
import { escapeControls, shortPath } from '../reporting/run-wording.ts'
import { onOneLine, onSeveralLines } from '../reporting/told-photo.ts'
import { loadScreen } from '../screens/load-screen.ts'

/** Minimum time between two log lines about a file, with and without new progress. */
const UPDATE_MS = 10_000
const UNCHANGED_MS = 30_000
/** Shorter work is not announced. */
const LONG_SECONDS = 10

/** Reports an operation: a live board, one line per file, JSON events, or one JSON document at the end. */
export function createOperationReporter(context: Context, picturesOnStdout: boolean) {
  const { settings, colorize, environment } = context
  const { mode, quiet } = settings
  const inJson = mode === 'json' || mode === 'ndjson'
  const board = mode === 'screen' && !picturesOnStdout ? liveBoard(context) : undefined
  const print = board?.print ?? context.tell
  const note = (line: string) => void (quiet || (board?.note ?? context.note)(line))
  // If the picture goes to standard output, messages go to standard error.
  const printResult = picturesOnStdout ? (line: string) => void environment.stderr.write(`${line}\n`) : print
  const pauses = createPauseNotes(note)
  const progress = createProgressTracker(board?.show ?? progressOutput(context))

  const options = { typed: context.typed, cwd: environment.cwd, verbose: settings.verbose }

  function textOf(event: ItemEvent): string {
    const { file, status, outputs, told = [] } = event
    const paths = outputs.map(({ path }) =>
      path === '-' ? 'standard output' : escapeControls(shortPath(path, environment.cwd)),
    )
    const arrow = status === 'done' && paths.length > 0 ? ` -> ${paths.join(', ')}` : ''
    const subject = `${escapeControls(file)}${arrow}`
    const lines = mode === 'screen' ? onSeveralLines : onOneLine
    return [
      lines(event, subject, options, colorize),
      ...told.map((sentence) => `    ${escapeControls(sentence)}`),
    ].join('\n')
  }

  return {
    note,

    /** Reports the progress of a file, and before long work its estimated time. */
    progress(file: string, update: Partial<Progress>): void {
      progress.update(file, update)
      const { estimatedSeconds = 0 } = update
      if (estimatedSeconds < LONG_SECONDS) return
      if (mode === 'ndjson') {
        context.print(JSON.stringify({ schemaVersion: 2, type: 'duration', file, seconds: estimatedSeconds }))
      } else note(`${escapeControls(file)}: about ${duration(estimatedSeconds * 1000)} on this server.`)
    },

    waiting(file: string): void {
      progress.end(file)
    },

    paused(event: PausedEvent | ResumedEvent): void {
      if (mode === 'ndjson') context.print(JSON.stringify(event))
      if (!inJson && event.type === 'paused') pauses.paused(event)
    },

    file(event: ItemEvent): void {
      progress.end(event.file)
      pauses.answered()
      if (mode === 'ndjson') context.print(JSON.stringify(event))
      if (inJson) return
      const isSaid = event.status !== 'done' || event.outputs.length > 0
      if (event.status === 'failed' || (!quiet && isSaid)) printResult(textOf(event))
    },

    stopping(): void {
      note('Stopping after the photos in progress. Press Ctrl-C again to stop immediately.')
    },

    /** Releases the terminal, also after a run that broke off. */
    async release(): Promise<void> {
      progress.close()
      await board?.close()
    },

    end({ files, summary, stopped, link }: ItemRun): void {
      if (mode === 'json') context.print(JSON.stringify({ schemaVersion: 2, files, summary }, null, 2))
      if (mode === 'ndjson') context.print(JSON.stringify(summary))
      if (inJson || quiet) return
      const { remaining, error } = summary
      const { helps, counts, remarks, next } = closingLines({ photos: files, stopped, error, remaining, link }, context)
      for (const line of counts) printResult(line)
      for (const line of helps) note(line)
      for (const line of [...remarks, ...next]) note(line)
    },
  }
}

export type OperationReporter = ReturnType<typeof createOperationReporter>

/** Reports progress as NDJSON events or as notes. */
function progressOutput({ settings, print, note }: Context) {
  if (settings.mode !== 'ndjson') return throttleReports((file) => note(progressText(file)), UPDATE_MS, UNCHANGED_MS)
  const event = ({ file, stage, progress, elapsedMs, estimatedSeconds }: ActiveFile) => ({
    schemaVersion: 2,
    type: 'progress',
    file,
    stage,
    percent: progress?.percent ?? null,
    ...(progress && { current: progress.current, total: progress.total, status: progress.status }),
    elapsedSeconds: Math.round(elapsedMs / 1000),
    ...(estimatedSeconds !== undefined && { estimatedSeconds }),
  })
  return throttleReports((file) => print(JSON.stringify(event(file))), 0, UPDATE_MS)
}

/** A board that opens once there is progress to show. Until then lines are printed directly. */
function liveBoard(context: Context) {
  type Board = ReturnType<typeof import('../screens/operations-board.tsx').openOperationsBoard>
  let board: Board | undefined
  let opening: Promise<void> | undefined
  let isClosed = false
  let latest: readonly ActiveFile[] = []
  const open = async () => {
    const { openOperationsBoard } = await loadScreen(context.settings, () => import('../screens/operations-board.tsx'))
    if (isClosed) return
    board = openOperationsBoard(context)
    board.show(latest)
  }
  return {
    show(active: readonly ActiveFile[]): void {
      latest = active
      if (active.length > 0) opening ??= open()
      board?.show(active)
    },
    print(line: string): void {
      if (board) board.print(wrapped(line, context.environment.stdout.columns))
      else context.tell(line)
    },
    note(line: string): void {
      if (board) board.print(wrapped(line, context.environment.stdout.columns))
      else context.note(line)
    },
    async close(): Promise<void> {
      isClosed = true
      await opening
      await board?.close()
      board = undefined
    },
  }
}
