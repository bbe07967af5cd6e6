import type { BatchEvent, RunOutcome } from './run-events.ts'

/** What a run is about, known before it begins. */
export interface RunInfo {
  /** What it works on, for a heading: a photo's name, or how many there are. */
  readonly subject: string
  /** Folders that will hold the results, absolute. */
  readonly roots: readonly string[]
  readonly cwd: string
  readonly startedAt: number
  /** False on one's own server, where nothing is rationed. */
  readonly showsPrices: boolean
}

/** Tells the user about a run while it goes on. One for each way of showing results. */
export interface Reporter {
  begin(run: RunInfo): void
  event(event: BatchEvent): void
  /** Ctrl-C was pressed once: photos under way are finished. */
  stopping(): void
  end(outcome: RunOutcome): Promise<void>
  /** Lets go of the terminal, also where the run broke off without an end. */
  release(): void
}
