import type { FileEvent, RunOutcome, Stage } from '../enhance/events.ts'

/** What a run is about, known before it begins. */
export interface RunInfo {
  /** Photos to be looked at. */
  readonly total: number
  /** What they are, for a heading: a folder's name, a file's, or how many inputs. */
  readonly subject: string
  readonly preset: string
  /** Folders that will hold the results, absolute. */
  readonly roots: readonly string[]
  readonly cwd: string
  readonly startedAt: number
}

/** Tells the user about a run while it goes on. One for each way of showing results. */
export interface Reporter {
  begin(run: RunInfo): void
  stage(file: string, stage: Stage): void
  file(event: FileEvent): void
  /** All photos wait this many milliseconds because the server asked for it. */
  pause(ms: number): void
  /** Ctrl-C was pressed once: photos under way are finished. */
  stopping(): void
  end(outcome: RunOutcome): Promise<void>
}
