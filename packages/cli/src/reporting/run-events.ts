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

// Written out here and not imported: commands are declared with them, and a declaration loads nothing but commander.

/** The document of `--json` and `--manifest`. */
export interface Manifest {
  readonly schemaVersion: Summary['schemaVersion']
  readonly files: readonly FileEvent[]
  readonly summary: Summary
}

/** How a run went, with the exit code it means. */
export interface RunOutcome {
  readonly summary: Summary
  /** Every photo that was looked at, in their order. */
  readonly files: readonly FileEvent[]
  readonly exitCode: ExitCode
}
