import { HOUR_MS } from '../base/durations.ts'
import { compiledQuery } from '../database/compiled-query.ts'
import type { Db } from '../database/open-database.ts'

/**
 * Blobs to be deleted. Bytes are stored before the row that names them, and rows are removed before their bytes. A crash
 * in between would leave bytes without a row, so each blob is first marked as garbage. The mark is removed once a row
 * names the blob; a blob whose mark is due is deleted.
 */
export const blobGarbageRepository = (db: Db) => ({
  /** Marks blobs that are about to be written. They are due in an hour, which is longer than any run. */
  async reserve(blobs: readonly string[], now: Date): Promise<void> {
    await this.discard(blobs, new Date(now.getTime() + HOUR_MS))
  },

  /** Marks blobs to be deleted from `due` on. */
  async discard(blobs: readonly string[], due: Date): Promise<void> {
    if (blobs.length === 0) return
    await markGarbage(db, blobs, due.toISOString())
  },

  /** Removes the marks of blobs that a row names now. */
  async unmark(blobs: readonly string[]): Promise<void> {
    if (blobs.length > 0) await this.unmarking(blobs).execute()
  },

  /** The statement of `unmark`, for at least one blob. */
  unmarking: (blobs: readonly string[]) => db.deleteFrom('blob_garbage').where('blob', 'in', [...blobs]),

  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await db
      .selectFrom('blob_garbage')
      .select('blob')
      .where('due_at', '<=', now.toISOString())
      .limit(limit)
      .execute()
    return rows.map(({ blob }) => blob)
  },
})

const markGarbage = compiledQuery((db, blobs: readonly string[], due: string) =>
  db
    .insertInto('blob_garbage')
    .values(blobs.map((blob) => ({ blob, due_at: due })))
    .onConflict((conflict) => conflict.column('blob').doUpdateSet((row) => ({ due_at: row.ref('excluded.due_at') }))),
)
