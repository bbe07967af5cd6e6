import type { Clock } from '../base/ports.ts'
import type { Draining } from '../base/running/draining.ts'
import { deadlineExceeded, errorFromRow, ServiceError, storageFull } from '../base/service-error.ts'
import type { Db, OpenDatabase } from '../database/open-database.ts'
import type { Operation } from '../operations/define-operation.ts'
import type { Queue, WaitResult } from '../queue/queue-port.ts'
import type { DeferredSettlements } from './execution/deferred-settlements.ts'
import { isFinished, type Run } from './run.ts'
import type { RunCancellation } from './run-cancellation.ts'
import { runRepository } from './store/run-repository.ts'

type Timed = Pick<Operation, 'deadlineSeconds'>

interface Waiting {
  readonly operation: Timed
  /** With an Idempotency-Key, the same request finds the run again. */
  readonly hasKey: boolean
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

/** Waits for a run on behalf of its caller. Every way in which the wait can end becomes a result or an error. */
export function createRunAwaiter(deps: {
  readonly db: Db
  readonly queue: Pick<Queue, 'wait'>
  readonly clock: Clock
  readonly cancellation: Pick<RunCancellation, 'cancel'>
  readonly deferredSettlements: Pick<DeferredSettlements, 'add'>
  readonly draining: Pick<Draining, 'begun' | 'over'>
  readonly database: Pick<OpenDatabase, 'dialect'>
}) {
  const { db, queue, clock, cancellation, deferredSettlements, draining } = deps
  const isAlone = deps.database.dialect.soleOwner

  /**
   * The end cannot be written. The caller gets the reply that the run failed, unless it had ended just before. So the
   * cancellation is recorded first, and the run is read afterwards. Its credits come back when the disk has room again.
   */
  const stalled = async (id: string): Promise<void> => {
    deferredSettlements.add(id, () => cancellation.cancel(id))
    const run = await runRepository(db).get(id)
    if (run && !isFinished(run)) throw storageFull()
  }

  /**
   * The caller hung up, or has waited long enough. Work that has not started is cancelled, unless a key leads back to it. Work that
   * has started goes on, and the same request finds it.
   */
  const abandoned = async (id: string, how: WaitResult, { operation, hasKey }: Waiting): Promise<never> => {
    const run = await runRepository(db).get(id)
    const unstarted = run?.state === 'queued' && run.attempts === 0
    if (!unstarted) await runRepository(db).leave(id, clock.now().toISOString())
    else if (!hasKey) await cancellation.cancel(id)
    if (how === 'timeout') throw unstarted ? notBegun(operation, hasKey) : goesOn(operation, id)
    if (draining.begun.aborted) throw restarting(hasKey || !unstarted)
    throw new ServiceError('overloaded', 'The caller hung up.')
  }

  /** A process that is alone begins nothing more when it stops, so only work that has begun is worth waiting for. */
  const waitWhileHere = async (id: string, { operation, signal }: Waiting): Promise<WaitResult> => {
    const timeoutMs = operation.deadlineSeconds * 1000
    if (isAlone) {
      const any = AbortSignal.any([signal, draining.begun])
      const how = await queue.wait(id, { signal: any, timeoutMs })
      if (how !== 'aborted' || signal.aborted) return how
      if ((await runRepository(db).get(id))?.state === 'queued') return how
    }
    return queue.wait(id, { signal: AbortSignal.any([signal, draining.over]), timeoutMs })
  }

  /** @throws ServiceError for the failure or cancellation of the run, or for the end of the wait */
  return async function awaitRun(id: string, waiting: Waiting): Promise<Run> {
    const { operation } = waiting
    const how = await waitWhileHere(id, waiting)
    if (how === 'stalled') await stalled(id)
    else if (how !== 'settled') await abandoned(id, how, waiting)
    const run = await runRepository(db).get(id)
    if (run?.state === 'succeeded') return run
    if (run?.state === 'failed') throw failureOf(run, operation)
    throw run ? cancelled() : deleted()
  }
}

const NEXT_TRY_SECONDS = 5

const cancelled = () => new ServiceError('revoked', 'The work was cancelled before it ended. Nothing was charged.')

const deleted = () =>
  new ServiceError(
    'revoked',
    'The photo was deleted before the reply. If the work was not finished, nothing was charged.',
  )

const notBegun = ({ deadlineSeconds }: Timed, hasKey: boolean) =>
  new ServiceError(
    'overloaded',
    `The server is busy: the work did not begin within ${deadlineSeconds} seconds. ${
      hasKey
        ? 'It keeps its place, and the same request with the same Idempotency-Key picks it up.'
        : 'It was cancelled and nothing was charged; try again later.'
    }`,
    {},
    NEXT_TRY_SECONDS,
  )

const restarting = (isKept: boolean) =>
  new ServiceError(
    'overloaded',
    `The server restarts. ${
      isKept
        ? 'The work goes on, and the same request with the same Idempotency-Key picks it up.'
        : 'The work had not begun and was cancelled; nothing was charged. Try again.'
    }`,
    {},
    NEXT_TRY_SECONDS,
  )

const goesOn = ({ deadlineSeconds }: Timed, id: string) =>
  deadlineExceeded(
    `The work takes longer than the ${deadlineSeconds} seconds that a call waits for it. It goes on as job ${id}: GET /api/jobs/${id}/status returns its progress and its result. Until it ends, the same call waits for it again and costs nothing more.`,
    deadlineSeconds,
    id,
  )

const failureOf = ({ errorCode, errorMessage }: Run, { deadlineSeconds }: Timed) => {
  const failure = errorFromRow(errorCode, errorMessage)
  const { code, message } = failure
  if (code === 'deadline_exceeded') return deadlineExceeded(message, deadlineSeconds)
  return code === 'internal_error' ? new ServiceError(code, message, { retryable: false }) : failure
}
