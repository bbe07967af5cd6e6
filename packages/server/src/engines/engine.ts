import type { ErrorCode } from '../errors.ts'
import type { Serving } from '../imaging/networks.ts'
import type { Made } from '../operations/work.ts'

/** One piece of work, as it crosses to whoever performs it. */
export interface Task {
  readonly operation: string
  readonly params: unknown
  readonly images: readonly Uint8Array[]
}

/** Errors lose class and fields between threads, so a refusal travels as data. */
export type Performed =
  | ({ readonly ok: true } & Made)
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string }

/** Supplies a capability. A rejection is a failure of the engine, not a refusal of the picture. */
export interface Engine {
  readonly name: string
  /** Pieces of work in progress at the same time. */
  readonly capacity: number
  /** The buffers of `task.images` belong to the engine afterwards. */
  perform(task: Task, options: { signal: AbortSignal }): Promise<Performed>
  /** How many are being worked on and how many wait for a place. */
  load(): { busy: number; waiting: number }
  /** The engine of each network that would be used now. */
  serving(): Promise<Serving>
  close(): Promise<void>
}
