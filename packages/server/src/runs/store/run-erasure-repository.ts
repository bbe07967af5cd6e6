import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import type { Db } from '../../database/open-database.ts'

/** Erases runs with their pictures. */
export const runErasureRepository = (db: Db) => ({
  /** The ids of runs that have not ended. */
  async open(accountId: string): Promise<string[]> {
    const rows = await db
      .selectFrom('runs')
      .select('id')
      .where('account_id', '=', accountId)
      .where('state', 'in', ['queued', 'running'])
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** The ids of all runs. */
  async all(accountId: string): Promise<string[]> {
    const rows = await db.selectFrom('runs').select('id').where('account_id', '=', accountId).execute()
    return rows.map(({ id }) => id)
  },

  /** Removes runs that have ended, and discards their files. */
  async remove(ids: readonly string[], now: Date): Promise<void> {
    const ended = db
      .selectFrom('runs')
      .select('id')
      .where('id', 'in', [...ids])
      .where('state', 'not in', ['queued', 'running'])
    const removed = await db.deleteFrom('run_images').where('run_id', 'in', ended).returning('blob').execute()
    await blobGarbageRepository(db).discard(
      removed.map(({ blob }) => blob),
      now,
    )
    await db
      .deleteFrom('runs')
      .where('id', 'in', [...ids])
      .where('state', 'not in', ['queued', 'running'])
      .execute()
  },
})
