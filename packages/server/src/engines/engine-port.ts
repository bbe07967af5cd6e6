import type { NetworkUse, Serving } from '@platelight/imaging/network-port.ts'
import type { ErrorCode } from '../base/service-error.ts'
import type { ReportProgress, WorkResult } from '../operations/define-work.ts'
import type { TaskName } from '../operations/operation-works.ts'

/** One piece of work, as it is handed to an engine. */
export interface Task {
  readonly operation: TaskName
  readonly params: unknown
  readonly inputs: readonly Uint8Array[]
}

/** Errors lose their class and fields between threads, so a refusal travels as data. */
export type TaskResult =
  | ({ readonly ok: true } & WorkResult)
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string }

export interface TaskOptions {
  readonly signal: AbortSignal
  /** Called with how far the work is, as often as the engine likes. */
  readonly report?: ReportProgress
  /** Of two waiting tasks the one with the higher number begins first. A task without a number begins before all others. */
  readonly priority?: number
  /** Called when the work begins. Time limits count from then, and not while the task waits for a thread. */
  readonly onStart?: () => void
  /** For an engine that gives the work to a provider; one that works here needs none of it. */
  readonly provider?: {
    /** The provider's id of the work that an earlier attempt gave it: to be asked for, and not given again. */
    readonly task: string | null
    /** Keeps that id. It is awaited before the provider is asked how the work is. */
    keep(task: string): Promise<void>
  }
}

/** Supplies a capability. A rejection is a failure of the engine, not a refusal of the picture. */
export interface Engine {
  readonly name: string
  /** Tasks that it works on at the same time. */
  readonly capacity: number
  /** The buffers of `task.inputs` belong to the engine afterwards. */
  perform(task: Task, options: TaskOptions): Promise<TaskResult>
  /** How many tasks are being worked on and how many wait. */
  load(): { busy: number; waiting: number }
  /** For each use of a network, the engine that would serve it now. */
  serving(): Promise<Serving>
  /** The networks that are in memory. */
  loaded(): readonly NetworkUse[]
  close(): Promise<void>
}
