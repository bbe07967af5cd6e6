import { ServiceError } from '../base/service-error.ts'
import type { EventLog } from '../events/log/event-log.ts'
import type { Order, RunOrder } from '../operations/define-operation.ts'
import { type AcceptDependencies, createAccept } from './acceptance/accept-run.ts'
import type { RunRequest } from './acceptance/run-request.ts'
import { createRunAwaiter } from './await-run.ts'
import type { DeferredSettlements } from './execution/deferred-settlements.ts'
import type { Run } from './run.ts'
import { createRunCancellation } from './run-cancellation.ts'
import { PRIORITY } from './run-priority.ts'
import { createRunQueries } from './run-queries.ts'
import { createRunRemoval } from './run-removal.ts'

export { type RunRequest, runRequestOf } from './acceptance/run-request.ts'

export interface RunsDependencies extends AcceptDependencies {
  readonly events: EventLog
  readonly deferredSettlements: DeferredSettlements
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
     * If it starts but does not end in time, it continues as a job and the reply is 400 `deadline_exceeded`, which clients
     * do not repeat on their own.
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
