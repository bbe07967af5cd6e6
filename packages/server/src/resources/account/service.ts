import type { Account } from '../../account.ts'
import type { Schemas } from '../../contract/index.ts'
import { startOfMonth, startOfNextMonth, utcMonth } from '../../credits/ledger.ts'
import { MONTHLY_PHOTOS } from '../../credits/plans.ts'
import { allowanceRepository, ledgerRepository } from '../../credits/repository.ts'
import type { Db } from '../../database/open.ts'
import type { Clock } from '../../ports.ts'

export type AccountService = ReturnType<typeof createAccountService>

/** What an account has and has used. Without a paid subscription the plan renews with the month. */
export function createAccountService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    async credits(account: Account): Promise<Schemas['CreditAccount']> {
      const now = clock.now()
      const ledger = ledgerRepository(db)
      const [credits, used] = await Promise.all([
        ledger.balance(account.id),
        ledger.used(account.id, startOfMonth(now).toISOString()),
      ])
      return {
        credits,
        subscription_plan: account.plan,
        subscription_status: 'active',
        credits_used_this_month: used,
        next_renewal: startOfNextMonth(now).toISOString(),
      }
    },

    /** Photos of this UTC month through /v1, and how many there may be. */
    async photos(account: Account): Promise<{ photosThisMonth: number; monthlyPhotoLimit: number | null }> {
      const limit = MONTHLY_PHOTOS[account.plan]
      return {
        photosThisMonth: await allowanceRepository(db).photos(account.id, utcMonth(clock.now())),
        monthlyPhotoLimit: Number.isFinite(limit) ? limit : null,
      }
    },
  }
}
