import type { Clock } from '../base/ports.ts'
import { notFound } from '../base/service-error.ts'
import { blobGarbageRepository } from '../blobs/blob-garbage-repository.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import type { EventLog } from '../events/log/event-log.ts'
import type { Queue } from '../queue/queue-port.ts'
import type { RunCancellation } from './run-cancellation.ts'
import type { RunQueries } from './run-queries.ts'
import { runImageRepository } from './store/run-image-repository.ts'
import { runRepository } from './store/run-repository.ts'

/** Deletes runs with their files. */
export function createRunRemoval(deps: {
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
