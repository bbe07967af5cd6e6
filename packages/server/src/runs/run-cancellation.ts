import type { Clock } from '../base/ports.ts'
import { blobGarbageRepository } from '../blobs/blob-garbage-repository.ts'
import type { CreditLedger } from '../credits/credit-ledger.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { lock } from '../database/transaction-lock.ts'
import type { Queue } from '../queue/queue-port.ts'
import { isFinished, type Run } from './run.ts'
import { batchRepository } from './store/batch-repository.ts'
import { runImageRepository } from './store/run-image-repository.ts'
import { runRepository } from './store/run-repository.ts'

export type RunCancellation = ReturnType<typeof createRunCancellation>

/** The runs that a transaction cancelled. They are announced after it. */
interface Cancelled {
  readonly ids: readonly string[]
  /** Whether this also ended the batch of the run. */
  readonly endedBatch: boolean
}

/** Cancels runs that have not ended. Their credits are released, and the pictures read for them are deleted. */
export function createRunCancellation(deps: {
  readonly db: Db
  readonly ledger: CreditLedger
  readonly queue: Queue
  readonly clock: Clock
}) {
  const { db, ledger, queue, clock } = deps

  const cancelOne = async (tx: Db, run: Run, now: Date): Promise<boolean> => {
    const end = { state: 'revoked', at: now.toISOString(), errorMessage: 'It was revoked.' } as const
    if (!(await runRepository(tx).settle(run.id, end))) return false
    const { id, accountId, credits, photoMonth } = run
    await ledger.release(tx, { accountId, runId: id, credits, photoMonth })
    await blobGarbageRepository(tx).discard(await runImageRepository(tx).detach(run), now)
    return true
  }

  /** For a batch, cancels the items that have not ended, then the batch itself. @returns the ids of the cancelled runs */
  const cancelWithItems = async (tx: Db, run: Run, now: Date): Promise<string[]> => {
    const cancelled: string[] = []
    for (const id of run.items === null ? [] : await batchRepository(tx).openItems(run.id)) {
      const item = await runRepository(tx).get(id)
      if (item && (await cancelOne(tx, item, now))) cancelled.push(id)
    }
    if (await cancelOne(tx, run, now)) cancelled.push(run.id)
    return cancelled
  }

  /**
   * Cancels a run in the caller's transaction. Finished items of a batch stay. Holds by a lock on the account, and by the
   * state, which is a condition of each change.
   */
  const cancelIn = async (tx: Db, run: Run, now: Date): Promise<Cancelled> => {
    await lock(tx, 'accounts', run.accountId)
    const ids = isFinished(run) ? [] : await cancelWithItems(tx, run, now)
    const { parentId } = run
    const isCancelledItem = parentId !== null && ids.includes(run.id)
    const endedBatch = isCancelledItem && (await batchRepository(tx).itemEnded(parentId, now.toISOString()))
    return { ids, endedBatch }
  }

  /** Stops the work on cancelled runs, and wakes those who wait for them. */
  const announce = ({ parentId }: Run, { ids, endedBatch }: Cancelled): void => {
    for (const id of ids) {
      queue.cancelled(id)
      queue.settled(id)
    }
    if (ids.length === 0) return
    if (parentId !== null) queue[endedBatch ? 'settled' : 'progressed'](parentId)
    queue.garbageAdded()
  }

  return {
    cancelIn,
    announce,

    /** Cancels a run that has not ended. @returns whether this call cancelled it */
    async cancel(id: string): Promise<boolean> {
      const run = await runRepository(db).get(id)
      if (!run || isFinished(run)) return false
      const cancelled = await inTransaction(db, (tx) => cancelIn(tx, run, clock.now()))
      announce(run, cancelled)
      return cancelled.ids.includes(id)
    },
  }
}
