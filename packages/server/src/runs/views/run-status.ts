import { errorFromRow } from '../../base/service-error.ts'
import type { RunState } from '../../database/schema/run-tables.ts'
import type { Run } from '../run.ts'

/** The names of a run's states in every family but the queue. */
const STATUS = {
  queued: 'processing',
  running: 'processing',
  succeeded: 'completed',
  failed: 'failed',
  revoked: 'failed',
} as const satisfies Record<RunState, string>

/** The names of a run's states in the queue family. */
const QUEUE_STATUS = {
  queued: 'PENDING',
  running: 'PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  revoked: 'FAILURE',
} as const satisfies Record<RunState, string>

export const queueStatusOf = ({ state }: Pick<Run, 'state'>): (typeof QUEUE_STATUS)[RunState] => QUEUE_STATUS[state]

export type RunStatus = (typeof STATUS)[RunState]

export const statusOf = ({ state }: Pick<Run, 'state'>): RunStatus => STATUS[state]

/** The states that a status stands for. */
export const statesOf = (status: RunStatus): RunState[] =>
  (Object.keys(STATUS) as RunState[]).filter((state) => STATUS[state] === status)

/** Why a run did not succeed, as its waiting caller read it. */
export const failureOf = ({ state, errorCode, errorMessage }: Run): { code: string; message: string } => {
  if (state === 'revoked') return { code: 'revoked', message: errorMessage ?? 'It was revoked.' }
  const { code, message } = errorFromRow(errorCode, errorMessage)
  return { code, message }
}

/** The cost of a run: nothing until it has succeeded. */
export const creditsUsed = ({ state, credits }: Pick<Run, 'state' | 'credits'>): number =>
  state === 'succeeded' ? credits : 0
