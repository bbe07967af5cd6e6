import type { Context } from '../context/command-context.ts'
import { closingLines, endOfRun } from '../reporting/closing-lines.ts'
import { createPauseNotes } from '../reporting/pause-notes.ts'
import { createProgressTracker, throttleReports } from '../reporting/progress-tracker.ts'
import { progressText } from '../reporting/progress-wording.ts'
import type { FileEvent, RunOutcome } from '../reporting/run-events.ts'
import type { Reporter, RunInfo } from '../reporting/run-reporter.ts'
import { escapeControls, shortOutputs } from '../reporting/run-wording.ts'
import { onOneLine } from '../reporting/told-photo.ts'

/** Output functions. If pictures go to standard output, both write to standard error. */
export interface LineSinks {
  readonly print: (line: string) => void
  /** For notes that are not results. */
  readonly note: (line: string) => void
}

/** Minimum time between two lines about a photo in progress, with and without new progress. */
const UPDATE_MS = 10_000
const UNCHANGED_MS = 30_000

/** The stage names of folder runs, mapped to those of operations. */
const STAGES = { reading: 'uploading', uploading: 'uploading', enhancing: 'working', saving: 'saving' } as const

/** Prints one line per file, for pipes, logs and CI. */
export function createLineReporter({ print, note }: LineSinks, context: Context): Reporter {
  const { settings, colorize, typed, environment } = context
  const { quiet, verbose } = settings
  const { cwd } = environment
  let run: RunInfo | undefined
  let total = 0
  const progress = createProgressTracker(
    throttleReports((file) => quiet || note(progressText(file)), UPDATE_MS, UNCHANGED_MS),
  )
  function file(event: FileEvent): void {
    if (quiet && event.status !== 'failed') return
    const arrow = event.status === 'done' ? ` -> ${shortOutputs(event.outputs, cwd)}` : ''
    const options = { typed, cwd, verbose, root: run?.roots[0] }
    print(onOneLine(event, `${escapeControls(event.file)}${arrow}`, options, colorize))
  }

  const pauses = createPauseNotes((line) => quiet || note(line))
  return {
    begin(info) {
      run = info
    },
    event(event) {
      if (event.type === 'progress' && event.stage !== 'waiting') {
        progress.update(event.file, { stage: STAGES[event.stage] })
      } else if (event.type === 'progress' || event.type === 'file') progress.end(event.file)
      if (event.type === 'file') file(event)
      if (event.type === 'start') total = event.total
      if (event.type === 'paused') pauses.paused(event)
      if (event.type === 'file') pauses.answered()
    },
    stopping() {
      note('Stopping after the photos in progress. Press Ctrl-C again to stop immediately.')
    },
    release: () => progress.close(),
    async end(outcome: RunOutcome) {
      progress.close()
      if (!run || total === 0 || (quiet && outcome.exitCode === 0)) return
      const { counts, remarks, next } = closingLines(endOfRun(outcome, run), context)
      if (!quiet) for (const line of counts) print(line)
      for (const line of [...remarks, ...next]) note(line)
    },
  }
}
