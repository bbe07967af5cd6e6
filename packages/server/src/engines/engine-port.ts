import type { NetworkUse, Serving } from '@platelight/imaging/network-port.ts'
import type { ErrorCode } from '../base/service-error.ts'
import type { AnsweredMask, WantedMask } from '../operations/cutouts/provided-masks.ts'
import type { ReportProgress, WorkResult } from '../operations/define-work.ts'
import type { TaskName } from '../operations/operation-works.ts'

/** One piece of work for an engine. */
export interface Task {
  readonly operation: TaskName
  readonly params: unknown
  readonly inputs: readonly Uint8Array[]
  /** The masks that were ordered of its photos. With it, the work ends where it wants another one; without it, none is wanted. */
  readonly masks?: readonly AnsweredMask[]
}

/** Errors lose their class and fields between threads, so a refusal travels as data. */
export type TaskResult =
  | ({ readonly ok: true } & WorkResult)
  | {
      readonly ok: false
      readonly code: ErrorCode
      readonly message: string
      /** With `internal_error`: what was thrown. The same work would end in it again. */
      readonly thrown?: unknown
      /** The work ended because it wants this mask, and can begin again with it. */
      readonly wanted?: WantedMask
    }

/** A part of the work of this machine. */
export interface Share {
  readonly account: string
  /** Estimated. */
  readonly seconds: number
  /** Nobody pays for it. */
  readonly isFree?: boolean
}

export interface TaskOptions {
  readonly signal: AbortSignal
  /** Called with the progress of the work, as often as the engine likes. */
  readonly report?: ReportProgress
  /** Of two waiting tasks, the one with the higher number starts first. A task without a number starts before all others. */
  readonly priority?: number
  /** Whose work it is, and how long it takes: of tasks with the same priority, that of the account that had the least starts first. */
  readonly share?: Share
  /** Called when the work starts. Time limits count from then, not while the task waits for a thread. */
  readonly onStart?: () => void
  /** For an engine that gives the work to a provider. An engine that does the work itself does not use it. */
  readonly provider?: {
    /**
     * The provider's id of the work, if an earlier attempt ordered it. The engine polls that work instead of ordering it
     * again.
     */
    readonly task: string | null
    /**
     * Stores that id. The engine awaits this before it polls the provider.
     *
     * @param micros What the work costs there in millionths of a dollar, as far as that is known.
     */
    keep(task: string, micros?: number): Promise<void>
  }
}

/** Supplies a capability. A rejection is a failure of the engine, not a refusal of the picture. */
export interface Engine {
  readonly name: string
  /** The number of tasks that it performs at the same time. */
  readonly capacity: number
  /** Performs a task. The buffers of `task.inputs` belong to the engine afterwards. */
  perform(task: Task, options: TaskOptions): Promise<TaskResult>
  /** The number of tasks in progress and the number of waiting tasks. */
  load(): { busy: number; waiting: number }
  /** For each use of a network, the engine that would serve it now. */
  serving(): Promise<Serving>
  /** The networks that are in memory. */
  loaded(): readonly NetworkUse[]
  close(): Promise<void>
}
