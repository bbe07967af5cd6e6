import type { Warning } from '@platelight/sdk'
import type { ErrorRecord } from '../base/cli-errors.ts'
import type { ExitCode } from '../base/exit-codes.ts'
import type { StopReason } from './run-events.ts'

/** The fields of an operation's reply that commands read. */
export interface OperationReply {
  readonly id: string
  readonly credits_used: number
  readonly warnings?: readonly Warning[]
  readonly [field: string]: unknown
}

/** The result of one file of a run. */
export interface ItemEvent {
  readonly schemaVersion: 2
  readonly type: 'file'
  readonly file: string
  readonly status: 'done' | 'failed' | 'skipped'
  /** Paths are absolute, or "-" for standard output. */
  readonly outputs: readonly { readonly path: string }[]
  readonly credits?: number
  readonly warnings?: readonly Warning[]
  /** The server's complete reply, with measurements and URLs. */
  readonly reply?: OperationReply
  /** A summary of the reply in sentences. */
  readonly told?: readonly string[]
  readonly error?: ErrorRecord
}

/** The result of processing one file. */
export type ItemResult = Omit<ItemEvent, 'schemaVersion' | 'type' | 'file'>

/** The results of a run over several files. */
export interface ItemRun {
  readonly files: readonly ItemEvent[]
  readonly summary: {
    readonly schemaVersion: 2
    readonly type: 'summary'
    readonly done: number
    readonly failed: number
    readonly skipped: number
    /** The error that stopped the run early. */
    readonly error?: ErrorRecord
    /** Number of files that were not processed because the run stopped. */
    readonly remaining?: number
  }
  readonly exitCode: ExitCode
  /** Why it ended early. */
  readonly stopped?: StopReason | undefined
  /** Where credits are sold, if they were used up. */
  readonly link?: string | undefined
}
