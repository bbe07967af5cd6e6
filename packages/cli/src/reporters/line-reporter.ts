import { type Colorize, counted, duration } from '../base/text-layout.ts'
import { createPauseNotes } from '../reporting/pause-notes.ts'
import { createProgressTracker, throttleReports } from '../reporting/progress-tracker.ts'
import { progressText } from '../reporting/progress-wording.ts'
import type { FileEvent, RunOutcome } from '../reporting/run-events.ts'
import type { Reporter, RunInfo } from '../reporting/run-reporter.ts'
import {
  closingSentences,
  countsText,
  escapeControls,
  failureText,
  shortOutputs,
  shortPath,
} from '../reporting/run-wording.ts'

/** Output functions. If pictures go to standard output, both write to standard error. */
export interface LineSinks {
  readonly print: (line: string) => void
  /** For notes that are not results. */
  readonly note: (line: string) => void
}

export interface LineOptions {
  /** Print only failures. */
  readonly quiet: boolean
}

/** Minimum time between two lines about a photo in progress, with and without new progress. */
const UPDATE_MS = 10_000
const UNCHANGED_MS = 30_000

/** The stage names of folder runs, mapped to those of operations. */
const STAGES = { reading: 'uploading', uploading: 'uploading', enhancing: 'working', saving: 'saving' } as const

/** Prints one line per file, for pipes, logs and CI. */
export function createLineReporter({ print, note }: LineSinks, colorize: Colorize, { quiet }: LineOptions): Reporter {
  let run: RunInfo | undefined
  let total = 0
  const cwd = () => run?.cwd ?? ''
  const progress = createProgressTracker(
    throttleReports((file) => quiet || note(progressText(file)), UPDATE_MS, UNCHANGED_MS),
  )

  const lineOf = (event: FileEvent): string => {
    if (event.status === 'failed')
      return `${colorize('red', 'failed ')}  ${escapeControls(event.file)}: ${failureText(event)}`
    if (event.status === 'skipped') return `${colorize('dim', 'skipped')}  ${escapeControls(event.file)}: already there`
    return `${colorize('green', 'done   ')}  ${escapeControls(event.file)} -> ${shortOutputs(event.outputs, cwd())}`
  }

  function file(event: FileEvent): void {
    if (!quiet || event.status === 'failed') print(lineOf(event))
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
      const { summary, exitCode } = outcome
      if (!quiet && run && total > 0) {
        const folders = run.roots.map((root) => shortPath(root, cwd())).join(', ')
        const results = summary.done + summary.skipped > 0 && folders ? ` Results: ${folders}` : ''
        const price = run.showsPrices ? `, ${counted(summary.creditsUsed, 'credit')}` : ''
        print(`${countsText(summary)} in ${duration(Date.now() - run.startedAt)}${price}.${results}`)
      }
      if (!quiet || exitCode !== 0) for (const sentence of closingSentences(outcome)) note(sentence)
    },
  }
}
