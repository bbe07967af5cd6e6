import { type Expression, sql } from 'kysely'
import type { Plan } from '../base/account-plan.ts'
import type { ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { overQuota } from './over-quota.ts'
import { type StorageLimits, storedBytesRepository } from './stored-bytes-repository.ts'
import type { VisitorStorage } from './visitor-storage.ts'

export interface StorageUsage {
  readonly used: number
  /** Null for no limit. */
  readonly limit: number | null
}

export type StorageQuota = ReturnType<typeof createStorageQuota>

/**
 * Limits the stored bytes of an account: uploads and originals of photos. They are counted in the transaction of each row
 * that names a file. Results are not counted. Until its address is verified, an account counts as a visitor, too.
 */
export function createStorageQuota(limits: StorageLimits, visitors: Pick<VisitorStorage, 'check' | 'require'>) {
  const read = async (db: Db, accountId: string) => {
    const stored = await storedBytesRepository(db).get(accountId)
    return { ...stored, limit: stored.verified ? limits.plans[stored.plan] : limits.unverified }
  }

  return {
    async usage(db: Db, accountId: string): Promise<StorageUsage> {
      const { used, limit } = await read(db, accountId)
      return { used, limit: Number.isFinite(limit) ? limit : null }
    },

    /** Refuses bytes that would not fit now. Reserves nothing. @throws ServiceError `storage_quota` (403), `overloaded` (503) */
    async check(db: Db, accountId: string, bytes: number): Promise<void> {
      const usage = await read(db, accountId)
      if (usage.used + bytes > usage.limit) throw ofAccount(usage, bytes)
      if (!usage.verified) await visitors.check(db, '', bytes)
    },

    /**
     * Counts bytes that the same transaction stores, which locks the account.
     *
     * @throws ServiceError `storage_quota` (403), `overloaded` (503); the transaction must then be rolled back.
     */
    async reserve(tx: Db, accountId: string, bytes: number): Promise<void> {
      if (bytes === 0) return
      const isVerified = () => sql`email_verified_at`
      if ((await this.reserveAndRead(tx, accountId, bytes, isVerified)) === null) await visitors.require(tx)
    },

    /** The same for at least one byte, and reads something else in the same statement, after the account is locked. */
    async reserveAndRead(
      tx: Db,
      accountId: string,
      bytes: number,
      besides: () => Expression<unknown>,
    ): Promise<unknown> {
      const reserved = await storedBytesRepository(tx).addAndRead(accountId, bytes, besides, limits)
      if (!reserved) throw ofAccount(await read(tx, accountId), bytes)
      return reserved.besides
    },
  }
}

function ofAccount(
  { plan, verified, used, limit }: { plan: Plan; verified: boolean; used: number; limit: number },
  bytes: number,
): ServiceError {
  const of = verified ? `the ${plan} plan` : 'an account until its address is verified'
  const wayOut = verified
    ? 'Delete photos that are not needed any more (DELETE /v1/photos/{id} or /api/me/images/{image_id}); uploads go by themselves 7 days after they were last sent.'
    : 'Verify the address (POST /api/auth/resend-verification sends a fresh link); uploads go by themselves 7 days after they were last sent.'
  return overQuota({ whose: 'The account keeps', used, limit, of }, bytes, wayOut)
}
