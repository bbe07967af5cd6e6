import { type Expression, sql } from 'kysely'
import type { Plan } from '../base/account-plan.ts'
import { ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { type StorageLimits, storedBytesRepository } from './stored-bytes-repository.ts'

export interface StorageUsage {
  readonly used: number
  /** Null for no limit. */
  readonly limit: number | null
}

export type StorageQuota = ReturnType<typeof createStorageQuota>

/**
 * Limits the stored bytes of an account: uploads and originals of photos. They are counted in the transaction of each row
 * that names a file. Results are not counted.
 */
export function createStorageQuota(limits: StorageLimits) {
  const read = async (db: Db, accountId: string) => {
    const stored = await storedBytesRepository(db).get(accountId)
    return { ...stored, limit: stored.verified ? limits.plans[stored.plan] : limits.unverified }
  }

  return {
    async usage(db: Db, accountId: string): Promise<StorageUsage> {
      const { used, limit } = await read(db, accountId)
      return { used, limit: Number.isFinite(limit) ? limit : null }
    },

    /** Refuses bytes that would not fit now. Reserves nothing. @throws ServiceError `storage_quota` (403) */
    async check(db: Db, accountId: string, bytes: number): Promise<void> {
      const usage = await read(db, accountId)
      if (usage.used + bytes > usage.limit) throw overQuota(usage, bytes)
    },

    /**
     * Counts bytes that the same transaction stores, which locks the account.
     *
     * @throws ServiceError `storage_quota` (403); the transaction must then be rolled back.
     */
    async reserve(tx: Db, accountId: string, bytes: number): Promise<void> {
      if (bytes > 0) await this.reserveAndRead(tx, accountId, bytes, () => sql`null`)
    },

    /** The same for at least one byte, and reads something else in the same statement, after the account is locked. */
    async reserveAndRead(
      tx: Db,
      accountId: string,
      bytes: number,
      besides: () => Expression<unknown>,
    ): Promise<unknown> {
      const reserved = await storedBytesRepository(tx).addAndRead(accountId, bytes, besides, limits)
      if (!reserved) throw overQuota(await read(tx, accountId), bytes)
      return reserved.besides
    },
  }
}

function overQuota(
  { plan, verified, used, limit }: { plan: Plan; verified: boolean; used: number; limit: number },
  bytes: number,
): ServiceError {
  const allowed = verified
    ? `the ${size(limit)} of the ${plan} plan`
    : `the ${size(limit)} that an account may keep until its address is verified`
  const wayOut = verified
    ? 'Delete photos that are not needed any more (DELETE /v1/photos/{id} or /api/me/images/{image_id}); uploads go by themselves 7 days after they were last sent.'
    : 'Verify the address (POST /api/auth/resend-verification sends a fresh link); uploads go by themselves 7 days after they were last sent.'
  const needs = bytes > 0 ? `, and this needs ${size(bytes)} more` : ''
  return new ServiceError('storage_quota', `The account keeps ${size(used)} of ${allowed}${needs}. ${wayOut}`, {
    used_bytes: used,
    limit_bytes: limit,
    needed_bytes: bytes,
  })
}

/** `1.4 GB`, `12.3 MB`, with enough digits to differ from the limit beside it. */
const size = (bytes: number): string => {
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB']
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${unit}`
}
