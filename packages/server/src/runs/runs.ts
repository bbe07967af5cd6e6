import type { Clock } from '../base/ports.ts'
import type { Draining } from '../base/running/draining.ts'
import { notFound, ServiceError } from '../base/service-error.ts'
import { blobGarbageRepository } from '../blobs/blob-garbage-repository.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import type { EventLog } from '../events/log/event-log.ts'
import type { Order, RunOrder } from '../operations/define-operation.ts'
import type { Queue } from '../queue/queue-port.ts'
import { type AcceptDependencies, createAccept } from './acceptance/accept-run.ts'
import type { RunRequest } from './acceptance/run-request.ts'
import { createRunAwaiter } from './await-run.ts'
import type { DeferredSettlements } from './execution/deferred-settlements.ts'
import type { Run } from './run.ts'
import type { RunCancellation } from './run-cancellation.ts'
import { createRunCancellation } from './run-cancellation.ts'
import { PRIORITY } from './run-priority.ts'
import type { RunQueries } from './run-queries.ts'
import { createRunQueries } from './run-queries.ts'
import { runImageRepository } from './store/run-image-repository.ts'
import { runRepository } from './store/run-repository.ts'

export { type RunRequest, runRequestOf } from './acceptance/run-request.ts'

export interface RunsDependencies extends AcceptDependencies {
  readonly events: EventLog
  readonly deferredSettlements: DeferredSettlements
  readonly draining: Draining
}

export type Runs = ReturnType<typeof createRuns>

/** The interface of this room to the rest of the server. Execution is the task of the dispatcher. */
export function createRuns(deps: RunsDependencies) {
  const { db } = deps.database
  const { accept, check } = createAccept(deps)
  const { pictureId, ...queries } = createRunQueries(db)
  const cancellation = createRunCancellation({ ...deps, db })
  const remove = createRunRemoval({ ...deps, db, queries, cancellation })
  const awaitRun = createRunAwaiter({ ...deps, db, cancellation })

  return {
    ...queries,
    check,
    cancel: cancellation.cancel,
    remove,

    /** Starts a run that nobody waits for. @returns its id @throws ServiceError as `accept` does */
    start: (order: Order, request: RunRequest): Promise<string> => accept(order, request),

    /**
     * Starts a run and waits for its end.
     *
     * A caller without an Idempotency-Key who hangs up before the work starts cancels it. After the start, or with a key,
     * the run finishes and is kept in the history. If it does not start within the operation's deadline, the reply is 503.
     * If it starts but does not end in time, it continues as a job and the reply is 504 `deadline_exceeded`. The same request
     * waits for the run again, as after a caller who hung up.
     *
     * @throws ServiceError when the run is refused or fails
     */
    async startAndWait(order: RunOrder, request: RunRequest, signal: AbortSignal): Promise<Run> {
      const id = await accept(order, request, PRIORITY.waiting)
      return awaitRun(id, { operation: order.operation, hasKey: request.requestKey !== undefined, signal })
    },

    /**
     * Cancels a job. A repeat gets the same reply.
     *
     * @returns the run after the cancellation
     * @throws ServiceError `not_found`, `job_finished`
     */
    async cancelJob(accountId: string, id: string): Promise<Run> {
      await queries.job(accountId, id)
      await cancellation.cancel(id)
      const run = await queries.job(accountId, id)
      if (run.state !== 'revoked') throw jobFinished(run)
      return run
    },

    /** Deletes a finished run by its serial, as `remove` does. @throws ServiceError `not_found` */
    removePicture: async (accountId: string, serial: number): Promise<{ id: string; deletedAt: string }> =>
      remove(accountId, await pictureId(accountId, serial), 'picture'),
  }
}

const jobFinished = ({ state }: Run) =>
  new ServiceError(
    'job_finished',
    `The job has ${state === 'failed' ? 'failed' : 'succeeded'} and cannot be cancelled any more.`,
  )

/** Deletes runs with their files. */
function createRunRemoval(deps: {
  readonly db: Db
  readonly events: EventLog
  readonly queue: Queue
  readonly clock: Clock
  readonly queries: Pick<RunQueries, 'get'>
  readonly cancellation: RunCancellation
}) {
  const { db, events, queue, clock, queries, cancellation } = deps

  /**
   * Deletes a run. An unfinished run is cancelled in the same transaction, so that a crash never leaves a cancelled run that
   * nobody can delete. If several requests delete it at once, one succeeds and the others do not find it.
   *
   * Holds by the lock on the account that the cancellation takes, and by `hide`, which succeeds once.
   *
   * @throws ServiceError `not_found`
   */
  return async function remove(
    accountId: string,
    id: string,
    what = 'photo',
  ): Promise<{ id: string; deletedAt: string }> {
    const run = await queries.get(accountId, id, what)
    const at = clock.now()
    const deletedAt = at.toISOString()
    const cancelled = await inTransaction(db, async (tx) => {
      const cancelled = await cancellation.cancelIn(tx, run, at)
      if (!(await runRepository(tx).hide(id, deletedAt))) throw notFound(what)
      await blobGarbageRepository(tx).discard(await runImageRepository(tx).detach(run), at)
      await events.append(tx, { accountId, type: 'photo.deleted', data: { photo: { id, deletedAt } } })
      return cancelled
    })
    cancellation.announce(run, cancelled)
    queue.garbageAdded()
    return { id, deletedAt }
  }
}
