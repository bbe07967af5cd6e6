import { type PageRequest, pageOf } from '../base/pagination.ts'
import { deadlineExceeded, errorFromRow, notFound, ServiceError, storageFull } from '../base/service-error.ts'
import { blobGarbageRepository } from '../blobs/blob-garbage-repository.ts'
import type { RunState } from '../database/database-schema.ts'
import type { Db } from '../database/open-database.ts'
import type { EventLog } from '../events/log/event-log.ts'
import type { Operation, Order } from '../operations/define-operation.ts'
import { type AcceptDependencies, createAccept, type RunRequest } from './acceptance/accept-run.ts'
import type { DeferredSettlements } from './execution/deferred-settlements.ts'
import { isFinished, type Run } from './run.ts'
import { PRIORITY } from './run-priority.ts'
import { batchRepository } from './store/batch-repository.ts'
import { pictureCursor, runCursor, runHistoryRepository } from './store/run-history-repository.ts'
import { runImageRepository } from './store/run-image-repository.ts'
import { runRepository } from './store/run-repository.ts'

export { type RunRequest, runRequestOf } from './acceptance/accept-run.ts'

export interface RunsDependencies extends AcceptDependencies {
  readonly events: EventLog
  readonly deferredSettlements: DeferredSettlements
}

export type Runs = ReturnType<typeof createRuns>

/** Accepts work and tells about it. Performing it is the dispatcher's business. */
export function createRuns(deps: RunsDependencies) {
  const { database, ledger, events, queue, clock, deferredSettlements } = deps
  const { db } = database
  const { accept, check } = createAccept(deps)

  const cancelOne = async (tx: Db, run: Run, now: Date): Promise<boolean> => {
    const end = { state: 'revoked', at: now.toISOString(), errorMessage: 'It was revoked.' } as const
    if (!(await runRepository(tx).settle(run.id, end))) return false
    const { id, accountId, credits, photoMonth } = run
    await ledger.release(tx, { accountId, runId: id, credits, photoMonth })
    await blobGarbageRepository(tx).discard(await runImageRepository(tx).forget(run), now)
    return true
  }

  /** The ids of what was called off: of a batch the items that had not ended, then the batch itself. */
  const cancelWithItems = async (tx: Db, run: Run, now: Date): Promise<string[]> => {
    const revoked: string[] = []
    for (const id of run.items === null ? [] : await batchRepository(tx).openItems(run.id)) {
      const item = await runRepository(tx).get(id)
      if (item && (await cancelOne(tx, item, now))) revoked.push(id)
    }
    if (await cancelOne(tx, run, now)) revoked.push(run.id)
    return revoked
  }

  /**
   * Calls off what has not ended: its credits come back, what was read for it goes. What a batch has finished stays.
   *
   * @returns what there is to tell when the transaction is over
   */
  const cancelTogether = async (tx: Db, run: Run, now: Date) => {
    const revoked = isFinished(run) ? [] : await cancelWithItems(tx, run, now)
    const { parentId } = run
    const counts = parentId !== null && revoked.includes(run.id)
    return { revoked, isLast: counts && (await batchRepository(tx).itemEnded(parentId, now.toISOString())) }
  }

  /** Whoever works on it stops, and whoever waits for it is woken. */
  const tell = ({ parentId }: Run, { revoked, isLast }: Awaited<ReturnType<typeof cancelTogether>>): void => {
    for (const each of revoked) {
      queue.cancelled(each)
      queue.settled(each)
    }
    if (parentId !== null && revoked.length > 0) queue[isLast ? 'settled' : 'progressed'](parentId)
    if (revoked.length > 0) queue.garbageAdded()
  }

  /** Calls a run off, if it has not ended. Tells whether it was called off now. */
  const cancel = async (id: string): Promise<boolean> => {
    const run = await runRepository(db).get(id)
    if (!run || isFinished(run)) return false
    const calledOff = await db.transaction().execute((tx) => cancelTogether(tx, run, clock.now()))
    tell(run, calledOff)
    return calledOff.revoked.includes(id)
  }

  /** A run of this account in any state, batches included. @throws ServiceError `not_found` */
  const job = async (accountId: string, id: string): Promise<Run> => {
    const run = await runRepository(db).get(id)
    if (!run || run.accountId !== accountId) throw notFound('job')
    return run
  }

  /** The run, when it is this account's and work of its own. @throws ServiceError `not_found` */
  const get = async (accountId: string, id: string, what = 'photo'): Promise<Run> => {
    const run = await runRepository(db).get(id)
    if (!run || run.accountId !== accountId || run.state === 'revoked' || run.items !== null) throw notFound(what)
    return run
  }

  /**
   * Deletes a run with its files; one that is still being made is revoked with it, in one transaction, so that a crash
   * never leaves a revoked run that nobody can delete any more. Of several who delete it at once, one does; the others
   * find nothing. @throws ServiceError `not_found`
   */
  const remove = async (accountId: string, id: string, what = 'photo'): Promise<{ id: string; deletedAt: string }> => {
    const run = await get(accountId, id, what)
    const at = clock.now()
    const deletedAt = at.toISOString()
    const calledOff = await db.transaction().execute(async (tx: Db) => {
      const calledOff = await cancelTogether(tx, run, at)
      if (!(await runRepository(tx).hide(id, deletedAt))) throw notFound(what)
      await blobGarbageRepository(tx).discard(await runImageRepository(tx).forget(run), at)
      await events.append(tx, { accountId, type: 'photo.deleted', data: { photo: { id, deletedAt } } })
      return calledOff
    })
    tell(run, calledOff)
    queue.garbageAdded()
    return { id, deletedAt }
  }

  return {
    /** Starts what nobody waits for. @throws ServiceError as `accept` does */
    start: (order: Order, asked: RunRequest): Promise<string> => accept(order, asked),
    check,
    cancel: cancel,
    get,
    job,

    /** A run of this account in any state, by its serial. @throws ServiceError `not_found` */
    async jobNumbered(accountId: string, serial: number): Promise<Run> {
      const run = await runHistoryRepository(db).numbered(accountId, serial)
      if (!run) throw notFound('job')
      return run
    },

    /** What a batch consists of, in its order. */
    items: (batch: Run): Promise<Run[]> => batchRepository(db).items(batch.id),

    /**
     * Calls a job off, once; again it answers the same. @returns the run as it is then
     * @throws ServiceError `not_found`, `job_finished`
     */
    async cancelJob(accountId: string, id: string): Promise<Run> {
      await job(accountId, id)
      await cancel(id)
      const run = await job(accountId, id)
      if (run.state !== 'revoked') throw jobFinished(run)
      return run
    },

    /**
     * Starts a run and waits for its end.
     *
     * A caller without a key who hangs up before the work starts revokes it; afterwards, or with a key, it finishes
     * into the history. Where it did not begin within the operation's deadline the answer is 503; where it did, the
     * work goes on as a job and the answer is 400 `deadline_exceeded`, which clients do not repeat by themselves.
     *
     * @throws ServiceError whatever refused or failed the run.
     */
    async finish(order: Order, asked: RunRequest, signal: AbortSignal): Promise<Run> {
      const { operation } = order
      const id = await accept(order, asked, PRIORITY.waiting)
      const ended = await queue.wait(id, { signal, timeoutMs: operation.deadlineSeconds * 1000 })
      if (ended === 'stalled') {
        // It comes to nothing, as the caller is told, unless it had ended just before: noted first, then read. Its credits
        // come back when that can be written.
        deferredSettlements.add(id, () => cancel(id))
        const run = await runRepository(db).get(id)
        if (run && !isFinished(run)) throw storageFull()
      } else if (ended !== 'settled') {
        const run = await runRepository(db).get(id)
        const unstarted = run?.state === 'queued' && run.attempts === 0
        const hasKey = asked.requestKey !== undefined
        if (!hasKey && unstarted) await cancel(id)
        if (ended === 'timeout') throw unstarted ? notBegun(operation, hasKey) : goesOn(operation, id)
        throw new ServiceError('overloaded', 'The caller hung up.')
      }
      const run = await runRepository(db).get(id)
      if (run?.state === 'succeeded') return run
      if (run?.state === 'failed') throw failureOf(run, operation)
      throw run ? revoked() : deleted()
    },

    /** One page of an account's runs of these operations, newest first. */
    list: (accountId: string, operations: readonly string[], wish: PageRequest) =>
      pageOf(wish, (limit, before) => runHistoryRepository(db).photos(accountId, operations, limit, before)),

    /** One page of everything that was made or is being made for an account, newest first. */
    listMade: (accountId: string, wish: PageRequest) =>
      pageOf(wish, (limit, before) => runHistoryRepository(db).made(accountId, limit, before), runCursor),

    /** One page of an account's runs in some states, or in any, newest first; revoked ones too. */
    listJobs: (accountId: string, states: readonly RunState[] | undefined, wish: PageRequest) =>
      pageOf(wish, (limit, before) => runHistoryRepository(db).jobs(accountId, states, limit, before), runCursor),

    /** One page of an account's runs that made pictures, those that finished last first. */
    listPictures: (accountId: string, wish: PageRequest) =>
      pageOf(wish, (limit, before) => runHistoryRepository(db).pictures(accountId, limit, before), pictureCursor),

    remove,

    /** Deletes a finished run by its serial, as `remove` does. @throws ServiceError `not_found` */
    async removePicture(accountId: string, serial: number): Promise<{ id: string; deletedAt: string }> {
      const id = await runHistoryRepository(db).picture(accountId, serial)
      if (id === undefined) throw notFound('picture')
      return remove(accountId, id, 'picture')
    },
  }
}

const revoked = () => new ServiceError('revoked', 'It was called off while it was being made. Nothing was charged.')

const deleted = () =>
  new ServiceError(
    'revoked',
    'It was deleted before it could be answered. If it was not finished, nothing was charged.',
  )

const jobFinished = ({ state }: Run) =>
  new ServiceError(
    'job_finished',
    `The job has ${state === 'failed' ? 'failed' : 'succeeded'}; there is nothing to call off any more.`,
  )

const notBegun = ({ deadlineSeconds }: Pick<Operation, 'deadlineSeconds'>, hasKey: boolean) =>
  new ServiceError(
    'overloaded',
    `The server is busy: the work did not begin within ${deadlineSeconds} seconds. ${
      hasKey
        ? 'It keeps its place, and the same request with the same Idempotency-Key picks it up.'
        : 'It was called off and nothing was charged; try again later.'
    }`,
    {},
    NEXT_TRY_SECONDS,
  )

const NEXT_TRY_SECONDS = 5

const goesOn = ({ deadlineSeconds }: Pick<Operation, 'deadlineSeconds'>, id: string) =>
  deadlineExceeded(
    `The work takes longer than the ${deadlineSeconds} seconds that a call waits for it. It goes on as job ${id}: GET /api/jobs/${id}/status tells how far it is and gives the result. Sending the call again would do the work twice.`,
    deadlineSeconds,
    id,
  )

const failureOf = ({ errorCode, errorMessage }: Run, { deadlineSeconds }: Pick<Operation, 'deadlineSeconds'>) => {
  const failure = errorFromRow(errorCode, errorMessage)
  return failure.code === 'deadline_exceeded' ? deadlineExceeded(failure.message, deadlineSeconds) : failure
}
