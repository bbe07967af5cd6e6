import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import type { Db } from '../../database/open-database.ts'
import type { RunImage } from '../run.ts'

/** The pictures of runs: what came in and what was made. */
export const runImageRepository = (db: Db) => ({
  /** Makes stored blobs the pictures of a run: they are no garbage any more. */
  async name(runId: string, images: readonly RunImage[]): Promise<void> {
    if (images.length === 0) return
    await db
      .insertInto('run_images')
      .values(images.map((image, position) => ({ run_id: runId, position, ...image })))
      .onConflict((conflict) => conflict.columns(['run_id', 'role', 'name']).doNothing())
      .execute()
    await blobGarbageRepository(db).unmark(images.map(({ blob }) => blob))
  },

  /** Finds a stored picture of an account by its blob. */
  async find(
    accountId: string,
    blob: string,
  ): Promise<{ blob: string; width: number; height: number; bytes: number } | undefined> {
    return db
      .selectFrom('run_images')
      .innerJoin('runs', 'runs.id', 'run_images.run_id')
      .select(['run_images.blob', 'run_images.width', 'run_images.height', 'run_images.bytes'])
      .where('run_images.blob', '=', blob)
      .where('runs.account_id', '=', accountId)
      .executeTakeFirst()
  },

  /**
   * Forgets the pictures of a run, and gives back what its account is counted for them. Returns the blobs that nobody
   * names any more.
   */
  async forget({ id, accountId }: { readonly id: string; readonly accountId: string }): Promise<string[]> {
    const gone = await db
      .deleteFrom('run_images')
      .where('run_id', '=', id)
      .returning(['blob', 'role', 'bytes'])
      .execute()
    const originals = gone.filter(({ role }) => role === 'original')
    await storedBytesRepository(db).release(accountId, bytesOf(originals))
    return gone.map(({ blob }) => blob)
  },
})

export const bytesOf = (images: readonly { readonly bytes: number }[]): number =>
  images.reduce((sum, { bytes }) => sum + bytes, 0)
