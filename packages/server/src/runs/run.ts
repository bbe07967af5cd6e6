import type { ErrorCode } from '../base/service-error.ts'
import type { RunState } from '../database/database-schema.ts'
import type { Outcome } from '../operations/operation-works.ts'

/** The family through which work was asked for. */
export type Channel = 'v1' | 'api' | 'mobile' | 'queue'

export interface RunImage {
  readonly role: 'original' | 'output'
  readonly name: string
  readonly blob: string
  readonly mime: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** As it is kept: how far, and since when. */
export type StoredProgress = Progress & { readonly at?: string }

export interface Progress {
  readonly current: number
  readonly total: number
  readonly percent: number
  readonly status: string
}

/**
 * One durable attempt at an operation by one owner.
 *
 * ```
 * queued ──claim──▶ running ──▶ succeeded        hold ──▶ charge
 *    │                 ├──────▶ failed           hold ──▶ release
 *    └──── revoke ─────┴──────▶ revoked          hold ──▶ release
 * ```
 *
 * A run whose lease lapses is claimed again, three times at most; the hold stays through all of them.
 *
 * A batch is a run too, which nobody claims and which holds nothing: it runs from the first of its items to the last, and
 * has succeeded unless all of them failed.
 */
export interface Run<Params = unknown> {
  readonly id: string
  readonly serial: number
  readonly accountId: string
  readonly operation: string
  readonly channel: Channel
  readonly params: Params
  readonly state: RunState
  readonly credits: number
  readonly attempts: number
  readonly progress: Progress | null
  /** When that was. */
  readonly progressAt: string | null
  readonly outcome: Outcome | null
  readonly errorCode: ErrorCode | null
  readonly errorMessage: string | null
  readonly photoMonth: string | null
  /** The batch it is an item of, and its place there from 0. */
  readonly parentId: string | null
  readonly place: number | null
  /** How many items a batch has; null where the run is work itself. */
  readonly items: number | null
  /** What a provider called the work that an earlier attempt gave it. */
  readonly providerTask: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly originals: readonly RunImage[]
  readonly outputs: readonly RunImage[]
}

export const MAX_ATTEMPTS = 3
export const isFinished = ({ state }: Pick<Run, 'state'>): boolean => state !== 'queued' && state !== 'running'
