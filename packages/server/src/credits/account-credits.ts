import type { Account } from '../base/account-plan.ts'
import { type PageRequest, pageOf } from '../base/pagination.ts'
import type { Catalogue } from '../base/plans/plan-catalogue.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { accountSubscriptionRepository } from './account-subscription-repository.ts'
import { creditTransactionRepository, transactionCursor } from './credit-transaction-repository.ts'
import { ledgerRepository } from './ledger-repository.ts'
import { monthlyUsageRepository } from './monthly-usage-repository.ts'
import { startOfNextMonth, utcMonth } from './utc-month.ts'

export type AccountCredits = ReturnType<typeof createAccountCredits>

export interface CreditSummary {
  readonly credits: number
  readonly plan: string
  readonly status: string
  readonly usedThisMonth: number
  /** When the plan renews; for a subscription that is not renewed, when it ends. */
  readonly nextRenewal: string
  /** Whether the plan goes on then. */
  readonly renews: boolean
  /** Credits of refunded purchases that were spent already. */
  readonly debt: number
  readonly photosThisMonth: number
  /** Null when the plan has no limit. */
  readonly monthlyPhotoLimit: number | null
}

/** The credits of an account and its use of them. Without a subscription that has an end, the plan renews with the month. */
export const createAccountCredits = ({ db, clock, catalogue }: { db: Db; clock: Clock; catalogue: Catalogue }) => ({
  async summary(account: Account): Promise<CreditSummary> {
    const now = clock.now()
    const used = await monthlyUsageRepository(db).withBalance(account.id, utcMonth(now.toISOString()))
    const subscription = await accountSubscriptionRepository(db).current(account, now.toISOString())
    return {
      credits: used.balance,
      plan: account.plan,
      status: subscription?.state ?? 'active',
      usedThisMonth: used.credits,
      nextRenewal: subscription?.endsAt ?? startOfNextMonth(now).toISOString(),
      renews: subscription?.renews ?? true,
      debt: await ledgerRepository(db).debt(account.id),
      photosThisMonth: used.photos,
      monthlyPhotoLimit: catalogue.plans[account.plan].monthlyPhotos,
    }
  },

  /** One page of the account's ledger, newest first. */
  transactions: ({ id }: Account, page: PageRequest) =>
    pageOf(page, (limit, before) => creditTransactionRepository(db).list(id, limit, before), transactionCursor),
})
