import type { FileEvent, RunOutcome } from '../enhance/events.ts'
import { duration, type Paint } from '../paint.ts'
import type { Reporter, RunInfo } from './reporter.ts'
import { closingSentences, counts, reasonOf, shortOutputs, shortPath } from './wording.ts'

/** How lines get out; given, so that results on standard output move them to standard error. */
export interface LineSinks {
  readonly print: (line: string) => void
  /** For what is not a result: advice, pauses. */
  readonly note: (line: string) => void
}

export interface Wordiness {
  /** Only what went wrong. */
  readonly quiet: boolean
  /** Also what is only worth knowing. */
  readonly verbose: boolean
}

/** One line a file, for pipes, logs and CI. */
export function linesReporter({ print, note }: LineSinks, paint: Paint, { quiet, verbose }: Wordiness): Reporter {
  let run: RunInfo | undefined
  const cwd = () => run?.cwd ?? ''

  const lineOf = (event: FileEvent): string => {
    if (event.status === 'failed') return `${paint('red', 'failed ')}  ${event.file}: ${reasonOf(event)}`
    if (event.status === 'skipped') return `${paint('dim', 'skipped')}  ${event.file}: already there`
    return `${paint('green', 'done   ')}  ${event.file} -> ${shortOutputs(event.outputs, cwd())}`
  }

  return {
    begin(info) {
      run = info
    },
    stage() {},
    file(event) {
      if (!quiet || event.status === 'failed') print(lineOf(event))
      for (const warning of verbose ? (event.warnings ?? []) : []) note(`${event.file}: ${warning}`)
    },
    pause(ms) {
      if (!quiet) note(`The server asks for a pause of ${duration(ms)}.`)
    },
    stopping() {
      note('Stopping: the photos under way are finished first. Ctrl-C again stops at once.')
    },
    async end(outcome: RunOutcome) {
      const { summary, exitCode } = outcome
      if (!quiet && run && run.total > 0) {
        const places = run.roots.map((root) => shortPath(root, cwd())).join(', ')
        const where = summary.done + summary.skipped > 0 && places ? ` Results: ${places}` : ''
        print(`${counts(summary)} in ${duration(Date.now() - run.startedAt)}.${where}`)
      }
      if (!quiet || exitCode !== 0) for (const sentence of closingSentences(outcome, verbose)) note(sentence)
    },
  }
}
