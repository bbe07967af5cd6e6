import { sql } from 'kysely'
import type { Plan } from '../base/account-plan.ts'
import { ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'

/** Bytes that may be kept for an account; Infinity is without limit. */
export interface StorageLimits {
  readonly unverified: number
  readonly plans: Readonly<Record<Plan, number>>
}

export interface StorageUsage {
  readonly used: number
  /** Null is without limit. */
  readonly limit: number | null
}

export type StorageQuota = ReturnType<typeof createStorageQuota>

/**
 * How many bytes are kept for an account, in uploads and originals of photos: `accounts.stored_bytes`, which moves in the
 * transaction of each row that names a file. Results are not counted.
 */
export function createStorageQuota(limits: StorageLimits) {
  const read = async (db: Db, accountId: string) => {
    const { plan, email_verified_at, stored_bytes } = await db
      .selectFrom('accounts')
      .select(['plan', 'email_verified_at', 'stored_bytes'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const verified = email_verified_at !== null
    return { plan, verified, used: Number(stored_bytes), limit: verified ? limits.plans[plan] : limits.unverified }
  }

  return {
    async usage(db: Db, accountId: string): Promise<StorageUsage> {
      const { used, limit } = await read(db, accountId)
      return { used, limit: Number.isFinite(limit) ? limit : null }
    },

    /** Refuses what would not fit now, without taking it. @throws ServiceError `storage_quota` (403) */
    async check(db: Db, accountId: string, bytes: number): Promise<void> {
      const standing = await read(db, accountId)
      if (standing.used + bytes > standing.limit) throw overQuota(standing, bytes)
    },

    /**
     * Counts bytes that the same transaction keeps. The limit is a condition of the change itself, so that however many
     * come at once, no more than fits is taken.
     *
     * @throws ServiceError `storage_quota` (403); the transaction must then be given up.
     */
    async reserve(tx: Db, accountId: string, bytes: number): Promise<void> {
      if (bytes === 0) return
      const standing = await read(tx, accountId)
      let change = tx
        .updateTable('accounts')
        .set((row) => ({ stored_bytes: row('stored_bytes', '+', bytes) }))
        .where('id', '=', accountId)
      if (Number.isFinite(standing.limit)) change = change.where('stored_bytes', '<=', standing.limit - bytes)
      if (!(await change.returning('id').executeTakeFirst())) throw overQuota(standing, bytes)
    },
  }
}

/** Gives back what the same transaction no longer keeps. */
export async function releaseStorage(tx: Db, accountId: string, bytes: number): Promise<void> {
  if (bytes === 0) return
  await tx
    .updateTable('accounts')
    .set({ stored_bytes: sql`stored_bytes - ${bytes}` })
    .where('id', '=', accountId)
    .execute()
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

/** `1.4 GB`, `12.3 MB`: never fewer digits than tell it from the limit beside it. */
const size = (bytes: number): string => {
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB']
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${unit}`
}
