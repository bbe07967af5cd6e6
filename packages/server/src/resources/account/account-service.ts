import type { Account } from '../../base/account-plan.ts'
import { type PageRequest, pageOf } from '../../base/pagination.ts'
import type { Clock } from '../../base/ports.ts'
import type { StorageQuota, StorageUsage } from '../../blobs/storage-quota.ts'
import { startOfNextMonth } from '../../credits/credit-ledger.ts'
import { accountUsage, utcMonth } from '../../credits/credit-repository.ts'
import { listTransactions, transactionCursor } from '../../credits/credit-transactions.ts'
import { MONTHLY_PHOTOS } from '../../credits/plan-credits.ts'
import type { Db } from '../../database/open-database.ts'

export type AccountService = ReturnType<typeof createAccountService>

export interface CreditAccount {
  readonly credits: number
  readonly plan: string
  readonly status: string
  readonly usedThisMonth: number
  readonly nextRenewal: string
  readonly photosThisMonth: number
  /** Null where the plan has no limit. */
  readonly monthlyPhotoLimit: number | null
}

/** What an account has and has used. Without a paid subscription the plan renews with the month. */
export const createAccountService = ({ db, clock, quota }: { db: Db; clock: Clock; quota: StorageQuota }) => ({
  async credits(account: Account): Promise<CreditAccount> {
    const now = clock.now()
    const used = await accountUsage(db, account.id, utcMonth(now.toISOString()))
    const limit = MONTHLY_PHOTOS[account.plan]
    return {
      credits: used.balance,
      plan: account.plan,
      status: 'active',
      usedThisMonth: used.credits,
      nextRenewal: startOfNextMonth(now).toISOString(),
      photosThisMonth: used.photos,
      monthlyPhotoLimit: Number.isFinite(limit) ? limit : null,
    }
  },

  /** Bytes kept for it, in uploads and originals. */
  storage: (account: Account): Promise<StorageUsage> => quota.usage(db, account.id),

  /** One page of the account's ledger, newest first. */
  transactions: (account: Account, page: PageRequest) =>
    pageOf(page, (limit, before) => listTransactions(db, account.id, limit, before), transactionCursor),
})
