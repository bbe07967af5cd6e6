import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extensionOf, mimeOf } from '@platelight/imaging/codec/file/image-formats.ts'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { DAY_MS, HOUR_SECONDS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { type Blobs, blobName, privateKey } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import { type UploadRow, uploadRepository } from '../../blobs/upload-repository.ts'
import type { Schemas } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { imageInput } from '../../operations/picture/image-input.ts'

const WEEK_MS = 7 * DAY_MS
const weekFrom = (now: Date): string => new Date(now.getTime() + WEEK_MS).toISOString()
const HALF_DAY_SECONDS = 12 * HOUR_SECONDS

export type Uploads = ReturnType<typeof createUploads>

/**
 * Source photos of an account, addressed by their content: the same bytes give the same id and address. So a client that was
 * disconnected after an upload finds its photo again, instead of storing or paying for another.
 */
export function createUploads(deps: {
  db: Db
  blobs: Blobs
  links: SignedLinks
  ids: Ids
  clock: Clock
  limits: ImageLimits
  quota: StorageQuota
  /** Starts the removal of files that no row names any more. */
  garbageAdded: () => void
}) {
  const { db, blobs, links, ids, clock, limits, quota, garbageAdded } = deps
  /**
   * Simultaneous uploads of the same bytes: the first one stores them, and the others get its result. It saves work within
   * this process. Between processes the row decides, see `insert`.
   */
  const storing = new Map<string, Promise<Schemas['Upload']>>()

  /** Keeps an existing upload for another week. */
  const prolong = async (tx: Db, accountId: string, sha256: string, now: Date): Promise<UploadRow | undefined> => {
    const known = await uploadRepository(tx).find(accountId, sha256)
    if (!known || known.expires_at <= now.toISOString()) return undefined
    // The previous address is still valid for a while, so it is returned again.
    const fresh = known.link_exp - now.getTime() / 1000 > HALF_DAY_SECONDS
    const renewal = { expiresAt: weekFrom(now), linkExp: fresh ? known.link_exp : links.expiry() }
    if (!(await uploadRepository(tx).prolong(known.id, renewal))) return undefined
    return { ...known, expires_at: renewal.expiresAt, link_exp: renewal.linkExp }
  }

  const keep = async (accountId: string, bytes: Uint8Array, sha256: string): Promise<Schemas['Upload']> => {
    const now = clock.now()
    const known = await prolong(db, accountId, sha256, now)
    if (known) return shown(known)

    const { format, width, height } = await imageInput.inspect(bytes, limits)
    await quota.check(db, accountId, bytes.byteLength)
    const upload = {
      id: ids.next('upl'),
      account_id: accountId,
      sha256,
      blob: privateKey(`${ids.secret()}.${extensionOf(format)}`),
      mime: mimeOf(format),
      width,
      height,
      bytes: bytes.byteLength,
      created_at: now.toISOString(),
      expires_at: weekFrom(now),
      link_exp: links.expiry(),
    }
    await blobGarbageRepository(db).reserve([upload.blob], now)
    await blobs.put(upload.blob, bytes)
    const stored = await insert(upload, now).catch(async (error: unknown) => {
      await discard(upload.blob, now)
      throw error
    })
    if (stored.blob !== upload.blob) await discard(upload.blob, now)
    return shown(stored)
  }

  /**
   * The row of the stored upload, or that of another process that stored the same bytes first. Holds by a lock on the
   * account, and by the unique hash of its uploads.
   */
  const insert = (upload: UploadRow, now: Date): Promise<UploadRow> =>
    inTransaction(db, async (tx) => {
      const { account_id: accountId, sha256 } = upload
      await lock(tx, 'accounts', accountId)
      const quicker = await prolong(tx, accountId, sha256, now)
      if (quicker) return quicker
      const expired = await uploadRepository(tx).find(accountId, sha256)
      if (expired) await uploadRepository(tx).remove(expired.id, now)
      await quota.reserve(tx, accountId, upload.bytes)
      await uploadRepository(tx).insert(upload)
      return upload
    })

  const discard = async (blob: string, now: Date): Promise<void> => {
    await blobGarbageRepository(db).discard([blob], now)
    garbageAdded()
  }

  const shown = (upload: UploadRow) => ({
    id: upload.id,
    url: links.private(blobName(upload.blob), upload.link_exp),
    width: upload.width,
    height: upload.height,
    expires_at: upload.expires_at,
  })

  return {
    /**
     * Stores a picture for 7 days, without any bytes that follow its end in the file.
     *
     * @throws ServiceError (400) when the picture is not supported, `storage_quota` (403)
     */
    async store(accountId: string, path: string): Promise<Schemas['Upload']> {
      const bytes = imageInput.withoutTrailer(await readFile(path))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const name = `${accountId} ${sha256}`
      const running = storing.get(name)
      if (running) return running
      const mine = keep(accountId, bytes, sha256).finally(() => storing.delete(name))
      storing.set(name, mine)
      return mine
    },

    /** Removes uploads whose week is over. */
    async expire(): Promise<void> {
      const now = clock.now()
      for (const accountId of await uploadRepository(db).accountsWithExpired(now)) {
        await inTransaction(db, (tx) => uploadRepository(tx).removeExpired(accountId, now))
      }
    },
  }
}
