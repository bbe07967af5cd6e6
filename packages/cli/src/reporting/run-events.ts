import type {
  BatchEvent,
  FileEvent,
  Format,
  OnExisting,
  Output,
  PauseReason,
  PlannedFile,
  Stage,
  StopReason,
  Summary,
} from '@platelight/sdk/node'
import type { ExitCode } from '../base/exit-codes.ts'

export type { BatchEvent, FileEvent, Format, OnExisting, Output, PauseReason, PlannedFile, Stage, StopReason, Summary }

/** The document of `--json` and `--manifest`. */
export interface Manifest {
  readonly schemaVersion: Summary['schemaVersion']
  readonly files: readonly FileEvent[]
  readonly summary: Summary
}

/** The result of a run, with its exit code. */
export interface RunOutcome {
  readonly summary: Summary
  /** Every examined photo, in order. */
  readonly files: readonly FileEvent[]
  readonly exitCode: ExitCode
  /** Where credits are sold, if they were used up. */
  readonly link?: string | undefined
}
