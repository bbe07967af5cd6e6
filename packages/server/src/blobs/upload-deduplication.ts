import { DAY_MS, HOUR_SECONDS } from '../base/durations.ts'
import type { Schemas } from '../contract/index.ts'
import type { Db } from '../database/open-database.ts'
import { lock } from '../database/transaction-lock.ts'
import { blobName } from './blob-store.ts'
import type { SignedLinks } from './signed-links.ts'
import type { StorageQuota } from './storage-quota.ts'
import { type UploadRow, uploadRepository } from './upload-repository.ts'

const WEEK_MS = 7 * DAY_MS
const HALF_DAY_SECONDS = 12 * HOUR_SECONDS

export type UploadDeduplication = ReturnType<typeof createUploadDeduplication>

/**
 * How photos become uploads of an account, whoever stored their bytes: each content once, for a week, within the storage of
 * the account.
 */
export function createUploadDeduplication({ links, quota }: { links: SignedLinks; quota: StorageQuota }) {
  /** Until when a new upload is kept, and how long its link works. */
  const lifetime = (now: Date) => ({
    expires_at: new Date(now.getTime() + WEEK_MS).toISOString(),
    link_exp: links.expiry(),
  })

  /** Keeps the upload of this content for another week; undefined when there is none. */
  const prolong = async (tx: Db, accountId: string, sha256: string, now: Date): Promise<UploadRow | undefined> => {
    const known = await uploadRepository(tx).find(accountId, sha256)
    if (!known || known.expires_at <= now.toISOString()) return undefined
    const { expires_at, link_exp } = lifetime(now)
    // The previous address is still valid for a while, so it is returned again.
    const isFresh = known.link_exp - now.getTime() / 1000 > HALF_DAY_SECONDS
    const renewed = { ...known, expires_at, link_exp: isFresh ? known.link_exp : link_exp }
    const wasThere = await uploadRepository(tx).prolong(known.id, { expiresAt: expires_at, linkExp: renewed.link_exp })
    return wasThere ? renewed : undefined
  }

  /**
   * The upload of this content that the account has, kept for another week, or room for a new one. Holds by a lock on the
   * account.
   *
   * @returns undefined when the same transaction has to add the row. Its bytes are counted already.
   * @throws ServiceError `storage_quota` (403); the transaction must then be rolled back.
   */
  const makeRoom = async (
    tx: Db,
    { account_id: accountId, sha256, bytes }: Pick<UploadRow, 'account_id' | 'sha256' | 'bytes'>,
    now: Date,
  ): Promise<UploadRow | undefined> => {
    await lock(tx, 'accounts', accountId)
    const known = await prolong(tx, accountId, sha256, now)
    if (known) return known
    const expired = await uploadRepository(tx).find(accountId, sha256)
    if (expired) await uploadRepository(tx).remove(expired.id, now)
    await quota.reserve(tx, accountId, bytes)
    return undefined
  }

  return {
    lifetime,
    prolong,
    makeRoom,

    /** Adds the row of a photo whose bytes are stored, unless the account has an upload with the same bytes. Returns the upload. */
    async place(tx: Db, upload: UploadRow, now: Date): Promise<UploadRow> {
      const known = await makeRoom(tx, upload, now)
      if (known) return known
      await uploadRepository(tx).insert(upload)
      return upload
    },

    /** An upload as its owner sees it. */
    shown: ({ id, blob, link_exp, width, height, expires_at }: UploadRow): Schemas['Upload'] => ({
      id,
      url: links.private(blobName(blob), link_exp),
      width,
      height,
      expires_at,
    }),
  }
}
