import type { ErrorRecord } from '../errors.ts'
import type { ExitCode } from '../exit-codes.ts'

/** Version of the shape of everything below; it changes when a reader would have to. */
export const SCHEMA_VERSION = 1

/** The crops a photo can be had in, in the order they are always written. */
export const FORMATS = ['square', 'portrait', 'landscape', 'original'] as const
export type Format = (typeof FORMATS)[number]

/** What is done where a result is there already. */
export const ON_EXISTING = ['skip', 'overwrite', 'rename'] as const
export type OnExisting = (typeof ON_EXISTING)[number]

/** A file on disk that holds one format of a photo. `path` is absolute, or "-" for standard output. */
export interface Output {
  readonly format: Format
  readonly path: string
}

/** What became of one photo. `file` is its name as the user would write it; a skipped one lists what was there. */
export interface FileEvent {
  readonly schemaVersion: typeof SCHEMA_VERSION
  readonly type: 'file'
  readonly file: string
  readonly status: 'done' | 'failed' | 'skipped'
  readonly outputs: readonly Output[]
  /** Credits this photo cost, as the server says; only when it is done. */
  readonly credits?: number
  readonly warnings?: readonly string[]
  readonly error?: ErrorRecord
}

/** Why a run ended before its last photo. */
export type StopReason =
  | 'interrupted'
  | 'credits'
  | 'max_credits'
  | 'auth'
  | 'rate_limit'
  | 'unreachable'
  | 'unavailable'
  | 'output'

/** The last event of a run. */
export interface Summary {
  readonly schemaVersion: typeof SCHEMA_VERSION
  readonly type: 'summary'
  readonly done: number
  readonly failed: number
  readonly skipped: number
  /** The folder that holds all results; null where they went to standard output. */
  readonly out: string | null
  readonly stopped?: StopReason
  /** How many photos were not looked at because the run stopped. */
  readonly remaining?: number
  /** What stopped it. */
  readonly error?: ErrorRecord
}

/** The document of `--json` and `--manifest`. */
export interface Manifest {
  readonly schemaVersion: typeof SCHEMA_VERSION
  readonly files: readonly FileEvent[]
  readonly summary: Summary
}

/** Where a photo is on its way. */
export type Stage = 'reading' | 'enhancing' | 'saving' | 'waiting'

/** A summary with the exit code it means. */
export interface RunOutcome {
  readonly summary: Summary
  readonly files: readonly FileEvent[]
  readonly exitCode: ExitCode
}
