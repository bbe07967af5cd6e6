import type { Account } from '../base/account-plan.ts'
import { type PageRequest, pageOf } from '../base/pagination.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { creditTransactionRepository, transactionCursor } from './credit-transaction-repository.ts'
import { MONTHLY_PHOTO_LIMITS } from './monthly-photo-limits.ts'
import { monthlyUsageRepository } from './monthly-usage-repository.ts'
import { startOfNextMonth, utcMonth } from './utc-month.ts'

export type AccountCredits = ReturnType<typeof createAccountCredits>

export interface CreditSummary {
  readonly credits: number
  readonly plan: string
  readonly status: string
  readonly usedThisMonth: number
  readonly nextRenewal: string
  readonly photosThisMonth: number
  /** Null when the plan has no limit. */
  readonly monthlyPhotoLimit: number | null
}

/** The credits of an account and its use of them. Without a paid subscription the plan renews with the month. */
export const createAccountCredits = ({ db, clock }: { db: Db; clock: Clock }) => ({
  async summary(account: Account): Promise<CreditSummary> {
    const now = clock.now()
    const used = await monthlyUsageRepository(db).withBalance(account.id, utcMonth(now.toISOString()))
    const limit = MONTHLY_PHOTO_LIMITS[account.plan]
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

  /** One page of the account's ledger, newest first. */
  transactions: ({ id }: Account, page: PageRequest) =>
    pageOf(page, (limit, before) => creditTransactionRepository(db).list(id, limit, before), transactionCursor),
})
