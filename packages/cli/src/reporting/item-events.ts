import type { ErrorRecord } from '../base/cli-errors.ts'
import type { ExitCode } from '../base/exit-codes.ts'

/** The answer of an operation, as far as a command reads it. */
export interface OperationReply {
  readonly id: string
  readonly credits_used: number
  readonly warnings?: readonly string[]
  readonly [field: string]: unknown
}

/** What became of one file of a run. */
export interface ItemEvent {
  readonly schemaVersion: 1
  readonly type: 'file'
  readonly file: string
  readonly status: 'done' | 'failed' | 'skipped'
  /** Paths are absolute, or "-" for standard output. */
  readonly outputs: readonly { readonly path: string }[]
  readonly credits?: number
  readonly warnings?: readonly string[]
  /** The server's whole answer: what it measured and did, beside the addresses. */
  readonly reply?: OperationReply
  /** The same for people, in sentences. */
  readonly told?: readonly string[]
  readonly error?: ErrorRecord
}

/** What the work on one file gives. */
export type ItemResult = Omit<ItemEvent, 'schemaVersion' | 'type' | 'file'>

/** How a run over several files went. */
export interface ItemRun {
  readonly files: readonly ItemEvent[]
  readonly summary: {
    readonly schemaVersion: 1
    readonly type: 'summary'
    readonly done: number
    readonly failed: number
    readonly skipped: number
    /** What stopped the run before its last file. */
    readonly error?: ErrorRecord
    /** How many files nothing was done for because the run stopped. */
    readonly remaining?: number
  }
  readonly exitCode: ExitCode
}
