import type { Db } from '../database/open-database.ts'

const HOUR_MS = 3_600_000

/**
 * Bytes are stored before the row that names them, and rows go before their bytes. A crash between the two would leave
 * bytes that nobody names, so each blob is written down as garbage first: forgotten once a row names it, deleted when
 * it is due.
 */
export const garbageRepository = (db: Db) => ({
  /** Notes blobs that are about to be written; an hour is longer than any run. */
  async reserve(blobs: readonly string[], now: Date): Promise<void> {
    await this.discard(blobs, new Date(now.getTime() + HOUR_MS))
  },

  /** Blobs to be deleted from `due` on. */
  async discard(blobs: readonly string[], due: Date): Promise<void> {
    if (blobs.length === 0) return
    await db
      .insertInto('blob_garbage')
      .values(blobs.map((blob) => ({ blob, due_at: due.toISOString() })))
      .onConflict((conflict) => conflict.column('blob').doUpdateSet({ due_at: due.toISOString() }))
      .execute()
  },

  /** A row names these now. */
  async unmark(blobs: readonly string[]): Promise<void> {
    if (blobs.length === 0) return
    await db
      .deleteFrom('blob_garbage')
      .where('blob', 'in', [...blobs])
      .execute()
  },

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
