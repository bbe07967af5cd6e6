import type { Generated } from 'kysely'
import type { ProcessRole } from '../../base/process-role.ts'
import type { ErrorCode } from '../../base/service-error.ts'

/** Threads of this machine, or services outside. */
export type Lane = 'threads' | 'providers'

export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'revoked'

export interface RunsTable {
  id: string
  /** The number of the run in the mobile channel. */
  serial: Generated<number>
  account_id: string
  operation: string
  /** The channel of the run: v1, api, mobile, queue. */
  door: string
  params: string
  /** JSON of the warnings about values of the request that have no effect; null when there are none. */
  warnings: string | null
  state: RunState
  credits: number
  attempts: number
  /** Its priority; see `runs/run-priority.ts`. */
  priority: number
  /** What it waits for most of its time; see `runs/acceptance/run-lane.ts`. */
  lane: Generated<Lane>
  /** The estimated seconds of its work, at least one. */
  seconds: Generated<number>
  lease_owner: string | null
  lease_until: string | null
  run_at: string
  progress: string | null
  /** JSON of what the work reported in addition to its pictures: engine, warnings, recipe. */
  outcome: string | null
  error_code: ErrorCode | null
  error_message: string | null
  /** The Idempotency-Key of the request; cleared when the run fails, so that a repeat may try again. */
  request_key: string | null
  /** UTC month whose photo limit it counts against; null when it counts against none. */
  photo_month: string | null
  /** The batch that the run is an item of, and its position there from 0; null for a run that is not an item. */
  parent_id: string | null
  place: number | null
  /** The number of items of a batch; null for a run that is not a batch. */
  items: number | null
  /** The provider's id of the work, so that a later attempt polls it instead of ordering it again. */
  provider_task: string | null
  /** What that work costs at the provider in millionths of a dollar; null when that is not known. */
  provider_micros: number | null
  /** The span that it belongs under, as W3C Trace Context writes it; null when its request was not traced. */
  traceparent: string | null
  created_at: string
  started_at: string | null
  /** When its caller stopped waiting for it; null for a run that its caller still waits for, that nobody called for, or that ended. */
  left_at: string | null
  finished_at: string | null
  deleted_at: string | null
}

export interface RunImagesTable {
  run_id: string
  /** A thumbnail has the name of the output that it shows. */
  role: 'original' | 'output' | 'thumbnail'
  /** square, portrait … for outputs; the position for originals. */
  name: string
  position: number
  blob: string
  mime: string
  width: number
  height: number
  /** 0 for an original that was kept long enough: its bytes are gone. */
  bytes: number
}

/** The processes of this installation, as of their last heartbeats. */
export interface WorkersTable {
  /** The `lease_owner` of its runs. */
  id: string
  /** For people. Null for a process of an earlier release. */
  name: string | null
  status: 'online' | 'draining'
  threads: number
  busy: number
  last_seen_at: string
  /** An `api` process works on no runs. */
  role: Generated<ProcessRole>
  /** The name under which it holds tickets; null when it holds none. */
  pool: string | null
  /** JSON: the capabilities whose runs it takes. */
  capabilities: Generated<string>
  /** JSON: for each use of a network, the engine that it has. */
  serving: Generated<string>
}
