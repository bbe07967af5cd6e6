import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Db } from '../database/open-database.ts'
import { blobGarbageRepository } from './blob-garbage-repository.ts'
import { type Blobs, privateKey } from './blob-store.ts'

export type StorePhoto = ReturnType<typeof createStorePhoto>

/** Stores the bytes of private photos before the rows that name them. */
export const createStorePhoto =
  (deps: {
    readonly db: Db
    readonly blobs: Pick<Blobs, 'put'>
    readonly ids: Ids
    readonly clock: Clock
    /** Starts the removal of files that no row names. */
    readonly garbageAdded: () => void
  }) =>
  /**
   * @param photo.extension Of its file name, without the dot.
   * @param name Writes the row that names the photo. When it fails, or names another one, the bytes are removed.
   * @returns What `name` returns.
   */
  async <Row extends { blob: string }>(
    { bytes, extension }: { readonly bytes: Uint8Array; readonly extension: string },
    name: (blob: string) => Promise<Row>,
  ): Promise<Row> => {
    const { db, blobs, ids, clock, garbageAdded } = deps
    const now = clock.now()
    const blob = privateKey(`${ids.secret()}.${extension}`)
    const discard = async () => {
      await blobGarbageRepository(db).discard([blob], now)
      garbageAdded()
    }
    await blobGarbageRepository(db).reserve([blob], now)
    await blobs.put(blob, bytes)
    const row = await name(blob).catch(async (error: unknown) => {
      await discard()
      throw error
    })
    if (row.blob !== blob) await discard()
    return row
  }
