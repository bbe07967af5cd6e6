import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { blobGarbageRepository } from './blob-garbage-repository.ts'
import { areBlobsHeld } from './blob-hold.ts'
import type { Blobs } from './blob-store.ts'

const MAX_AT_ONCE = 100

/** Deletes blobs that no row names any more, once they are due. While a backup is made, and in a restored copy, they stay. */
export const createGarbageSweeper =
  ({ db, blobs, clock }: { db: Db; blobs: Pick<Blobs, 'delete'>; clock: Clock }) =>
  async (): Promise<void> => {
    const garbage = blobGarbageRepository(db)
    let due: readonly string[]
    do {
      due = await garbage.due(clock.now(), MAX_AT_ONCE)
      if (due.length === 0 || (await areBlobsHeld(db, clock))) return
      await blobs.delete(due)
      await garbage.unmark(due)
    } while (due.length === MAX_AT_ONCE)
  }
