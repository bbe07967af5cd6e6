import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import { compiledQuery } from '../../database/compiled-query.ts'
import type { Db } from '../../database/open-database.ts'
import { dialectOf } from '../../database/sql-dialect.ts'
import type { RunImage } from '../run.ts'

/** The only writer of the table `run_images`: the originals, the outputs and their thumbnails. */
export const runImageRepository = (db: Db) => ({
  /**
   * Makes stored blobs the pictures of a run, so that they are no longer garbage. Holds by the unique (run_id, role, name),
   * and by the change of the run's state in the same transaction.
   */
  async attach(runId: string, images: readonly RunImage[]): Promise<void> {
    if (images.length === 0) return
    await attachImages(db, runId, images)
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
      .where('run_images.bytes', '>', 0)
      .where('runs.account_id', '=', accountId)
      .executeTakeFirst()
  },

  /** The output of a run that is stored under this key, unless the run is deleted. */
  async output(blob: string) {
    const found = await db
      .selectFrom('run_images')
      .leftJoin('run_images as small', (join) =>
        join
          .onRef('small.run_id', '=', 'run_images.run_id')
          .onRef('small.name', '=', 'run_images.name')
          .on('small.role', '=', 'thumbnail'),
      )
      .select(['run_images.run_id', 'run_images.name', 'run_images.mime', 'small.blob as thumbnail'])
      .where('run_images.blob', '=', blob)
      .where('run_images.role', '=', 'output')
      .executeTakeFirst()
    return found && { runId: found.run_id, name: found.name, mime: found.mime, hasThumbnail: found.thumbnail !== null }
  },

  /**
   * Removes the pictures of a run, and subtracts their bytes from the account's total. If several transactions do so at
   * once, each row goes to the one that deleted it.
   *
   * @returns the blobs that no row names any more
   */
  async detach({ id, accountId }: { readonly id: string; readonly accountId: string }): Promise<string[]> {
    const removed = await db
      .deleteFrom('run_images')
      .where('run_id', '=', id)
      .returning(['blob', 'role', 'bytes'])
      .execute()
    const originals = removed.filter(({ role }) => role === 'original')
    await storedBytesRepository(db).release(accountId, bytesOf(originals))
    return removed.map(({ blob }) => blob)
  },
})

const attachImages = compiledQuery((db, runId: string, images: readonly RunImage[]) => {
  const attached = db
    .insertInto('run_images')
    .values(images.map((image, position) => ({ run_id: runId, position, ...image })))
    .onConflict((conflict) => conflict.columns(['run_id', 'role', 'name']).doNothing())
  const unmarked = blobGarbageRepository(db).unmarking(images.map(({ blob }) => blob))
  return dialectOf(db).bothChanges(attached, unmarked)
})

export const bytesOf = (images: readonly { readonly bytes: number }[]): number =>
  images.reduce((sum, { bytes }) => sum + bytes, 0)
