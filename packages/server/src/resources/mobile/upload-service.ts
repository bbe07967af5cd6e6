import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { StorePhoto } from '../../blobs/store-photo.ts'
import type { UploadDeduplication } from '../../blobs/upload-deduplication.ts'
import { uploadRepository } from '../../blobs/upload-repository.ts'
import type { Schemas } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { describePhoto, readPhotoFile } from '../../operations/picture/photo-file.ts'

/**
 * Source photos of an account, addressed by their content: the same bytes give the same id and address. So a client that was
 * disconnected after an upload finds its photo again, instead of storing or paying for another.
 */
export function createUploads(deps: {
  db: Db
  storePhoto: StorePhoto
  deduplication: UploadDeduplication
  ids: Ids
  clock: Clock
  limits: ImageLimits
  quota: StorageQuota
}) {
  const { db, storePhoto, deduplication, ids, clock, limits, quota } = deps
  /**
   * Simultaneous uploads of the same bytes: the first one stores them, and the others get its result. It saves work within
   * this process. Between processes the row decides.
   */
  const storing = new Map<string, Promise<Schemas['Upload']>>()

  const keep = async (accountId: string, bytes: Uint8Array, sha256: string): Promise<Schemas['Upload']> => {
    const now = clock.now()
    const known = await deduplication.prolong(db, accountId, sha256, now)
    if (known) return deduplication.shown(known)

    const { extension, ...facts } = await describePhoto(bytes, limits)
    await quota.check(db, accountId, bytes.byteLength)
    // Of processes that store the same bytes at once, the first to have the lock on the account adds the row.
    const stored = await storePhoto({ bytes, extension }, (blob) => {
      const owned = { id: ids.next('upl'), account_id: accountId, created_at: now.toISOString() }
      const upload = { ...owned, ...facts, sha256, blob, bytes: bytes.byteLength, ...deduplication.lifetime(now) }
      return inTransaction(db, (tx) => deduplication.place(tx, upload, now))
    })
    return deduplication.shown(stored)
  }

  return {
    /**
     * Stores a picture for 7 days, without what is not its pixels or says whose they are.
     *
     * @throws ServiceError (400) when the picture is not supported, `storage_quota` (403)
     */
    async store(accountId: string, path: string): Promise<Schemas['Upload']> {
      const { bytes, sha256 } = await readPhotoFile(path)
      const name = `${accountId} ${sha256}`
      const running = storing.get(name)
      if (running) return running
      const mine = keep(accountId, bytes, sha256).finally(() => storing.delete(name))
      storing.set(name, mine)
      return mine
    },

    /** Removes all uploads of an account. Holds by a lock on the account. */
    erase: (accountId: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', accountId)
        await uploadRepository(tx).removeAll(accountId, undefined, clock.now())
      }),

    /** Removes uploads whose week is over. */
    async expire(): Promise<void> {
      const now = clock.now()
      for (const accountId of await uploadRepository(db).accountsWithExpired(now)) {
        await inTransaction(db, (tx) => uploadRepository(tx).removeExpired(accountId, now))
      }
    },
  }
}
