import type { ErrorCode } from '../base/service-error.ts'
import type { Warning } from '../base/warning-codes.ts'
import type { Lane, RunState } from '../database/schema/run-tables.ts'
import type { Outcome } from '../operations/define-work.ts'

/** The family of endpoints through which the work was requested. */
export type Channel = 'v1' | 'api' | 'mobile' | 'queue'

export interface RunImage {
  readonly role: 'original' | 'output' | 'thumbnail'
  readonly name: string
  readonly blob: string
  readonly mime: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** The progress of work. */
export interface Progress {
  readonly current: number
  readonly total: number
  readonly percent: number
  readonly status: string
}

/** Progress as it is stored, with its time. */
export type StoredProgress = Progress & { readonly at?: string }

/**
 * One durable attempt at an operation by one owner.
 *
 * ```
 * queued ──claim──▶ running ──▶ succeeded        hold ──▶ charge
 *    │                 ├──────▶ failed           hold ──▶ release
 *    └──── cancel ─────┴──────▶ revoked          hold ──▶ release
 * ```
 *
 * A run whose lease lapses is claimed again, three times at most. Its credits stay held all the while.
 *
 * A batch is a run too. Nobody claims it and it holds no credits. It runs from the start of its first item to the end of
 * its last one, and succeeds unless all of them failed.
 */
export interface Run<Params = unknown> {
  readonly id: string
  readonly serial: number
  readonly accountId: string
  readonly operation: string
  readonly channel: Channel
  readonly params: Params
  /** About values of the request that have no effect. */
  readonly warnings: readonly Warning[]
  readonly state: RunState
  readonly credits: number
  readonly attempts: number
  /** Which slots it takes. */
  readonly lane: Lane
  readonly progress: Progress | null
  readonly progressAt: string | null
  readonly outcome: Outcome | null
  readonly errorCode: ErrorCode | null
  readonly errorMessage: string | null
  readonly photoMonth: string | null
  /** The batch that it is an item of, and its position there, from 0. */
  readonly parentId: string | null
  readonly place: number | null
  /** The number of items of a batch; null for a run that is not a batch. */
  readonly items: number | null
  /** The provider's id of the work that an earlier attempt ordered. */
  readonly providerTask: string | null
  /** The span that it belongs under; null when its request was not traced. */
  readonly traceparent: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly originals: readonly RunImage[]
  readonly outputs: readonly RunImage[]
}

export const isFinished = ({ state }: Pick<Run, 'state'>): boolean => state !== 'queued' && state !== 'running'

export const MAX_ATTEMPTS = 3

/** The claim counts the attempt, so one more than allowed means that the last attempt died as well. */
export const isExhausted = (attempts: number): boolean => attempts > MAX_ATTEMPTS

/**
 * Whether a run must be executed alone. If its attempt died, it may have brought down other runs, or another run may have
 * brought it down. Alone it harms no others in the first case, and succeeds in the second.
 */
export const needsIsolation = (attempts: number): boolean => attempts > 1 && !isExhausted(attempts)
