import type { NetworkUse, Serving } from '@platelight/imaging/network-port.ts'
import type { ErrorCode } from '../base/service-error.ts'
import type { ReportProgress, WorkResult } from '../operations/operation-works.ts'

/** One piece of work, as it crosses to whoever performs it. */
export interface Task {
  readonly operation: string
  readonly params: unknown
  readonly inputs: readonly Uint8Array[]
}

/** Errors lose class and fields between threads, so a refusal travels as data. */
export type TaskResult =
  | ({ readonly ok: true } & WorkResult)
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string }

export interface TaskOptions {
  readonly signal: AbortSignal
  /** Told how far the work is, as often as the engine likes. */
  readonly report?: ReportProgress
  /** Of two pieces that wait for a place the one with the higher number comes first; without one, before all. */
  readonly priority?: number
  /** Called when the work begins: whoever gave it counts its time from then, and not while it waits for a place. */
  readonly onStart?: () => void
  /** For an engine that gives the work to somebody else; one that works here needs none of it. */
  readonly provider?: {
    /** What that somebody called the work when an earlier attempt gave it: to be asked for, and not given again. */
    readonly task: string | null
    /** Keeps what the work is called; to be awaited before anybody asks how it is. */
    keep(task: string): Promise<void>
  }
}

/** Supplies a capability. A rejection is a failure of the engine, not a refusal of the picture. */
export interface Engine {
  readonly name: string
  /** Pieces of work in progress at the same time. */
  readonly capacity: number
  /** The buffers of `task.inputs` belong to the engine afterwards. */
  perform(task: Task, options: TaskOptions): Promise<TaskResult>
  /** How many are being worked on and how many wait for a place. */
  load(): { busy: number; waiting: number }
  /** The engine of each network that would be used now. */
  serving(): Promise<Serving>
  /** The networks that are in memory. */
  loaded(): readonly NetworkUse[]
  close(): Promise<void>
}
