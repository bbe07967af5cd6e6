import type { BatchEvent, RunOutcome } from './run-events.ts'

/** Facts of a run that are known before it begins. */
export interface RunInfo {
  /** The inputs, for a heading: the name of a photo, or the number of photos. */
  readonly subject: string
  /** Absolute paths of the result folders. */
  readonly roots: readonly string[]
  readonly cwd: string
  readonly startedAt: number
  /** False for the built-in server, which has no prices. */
  readonly showsPrices: boolean
}

/** Shows a run in progress. There is one reporter per output mode. */
export interface Reporter {
  begin(run: RunInfo): void
  event(event: BatchEvent): void
  /** Called after the first Ctrl-C: photos in progress are finished. */
  stopping(): void
  /** @param beforeClosing shows something on the terminal, before the lines that say what to do next */
  end(outcome: RunOutcome, beforeClosing?: () => Promise<void>): Promise<void>
  /** Releases the terminal, also after a run that broke off without `end`. */
  release(): void
}
