import type { Account } from '../base/account-plan.ts'
import type { Clock } from '../base/ports.ts'
import { insufficientCredits, ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { ledgerRepository, usageRepository, utcMonth } from './credit-repository.ts'
import { MONTHLY_PHOTOS } from './plan-credits.ts'

export interface Hold {
  readonly account: Account
  readonly runId: string
  readonly credits: number
  /** Whether it takes one photo of the month's allowance (/v1). */
  readonly countsPhoto: boolean
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * What happens to credits, in the words of a run: held when work is accepted, charged when it succeeds, released
 * when it does not. Every method takes the transaction of its cause, so money and work can never disagree.
 */
export function createLedger({ clock, upgradeUrl }: { clock: Clock; upgradeUrl: () => string }) {
  const now = () => clock.now().toISOString()

  /** Refuses what costs more than there is, such as several holds together. @throws ServiceError `insufficient_credits` */
  const requireBalance = async (tx: Db, accountId: string, credits: number): Promise<void> => {
    const available = await ledgerRepository(tx).balance(accountId)
    if (available < credits) throw insufficientCredits(credits, available, upgradeUrl())
  }

  return {
    afford: requireBalance,

    /**
     * Takes the price out of the available balance until the work ends.
     *
     * @returns The month whose allowance was used, or null.
     * @throws ServiceError `insufficient_credits` (402), `monthly_limit` (429); nothing is written then.
     */
    async hold(tx: Db, { account, runId, credits, countsPhoto }: Hold): Promise<string | null> {
      const ledger = ledgerRepository(tx)
      await requireBalance(tx, account.id, credits)
      const photoMonth = countsPhoto ? await reservePhoto(tx, account, clock.now()) : null
      if (credits > 0) {
        await ledger.append({ accountId: account.id, kind: 'hold', amount: -credits, credits, reference: runId }, now())
      }
      return photoMonth
    },

    /** Makes a hold final. Tells whether this left the account with nothing, held or free. */
    async charge(tx: Db, run: { accountId: string; runId: string; credits: number }): Promise<{ depleted: boolean }> {
      if (run.credits === 0) return { depleted: false }
      const ledger = ledgerRepository(tx)
      const { accountId, runId, credits } = run
      const booked = await ledger.append({ accountId, kind: 'charge', amount: 0, credits, reference: runId }, now())
      if (!booked || (await ledger.balance(accountId)) > 0) return { depleted: false }
      return { depleted: !(await holdsOpen(tx, accountId, runId)) }
    },

    /** Gives a hold back, with its photo of the month. */
    async release(
      tx: Db,
      run: { accountId: string; runId: string; credits: number; photoMonth: string | null },
    ): Promise<void> {
      const { accountId, runId, credits } = run
      if (credits > 0) {
        const entry = { accountId, kind: 'release', amount: credits, credits, reference: runId } as const
        if (!(await ledgerRepository(tx).append(entry, now()))) return
      }
      if (run.photoMonth) await usageRepository(tx).add(accountId, run.photoMonth, { photos: -1 })
    },

    /** Adds credits for a reason that can happen once. Tells whether it was booked now. */
    grant(tx: Db, grant: { accountId: string; credits: number; reference: string; note?: string }): Promise<boolean> {
      const { accountId, credits, reference, note } = grant
      return ledgerRepository(tx).append(
        { accountId, kind: 'grant', amount: credits, credits, reference, ...(note === undefined ? {} : { note }) },
        now(),
      )
    },
  }
}

async function reservePhoto(tx: Db, account: Account, at: Date): Promise<string> {
  const month = utcMonth(at.toISOString())
  const limit = MONTHLY_PHOTOS[account.plan]
  const usage = usageRepository(tx)
  if ((await usage.of(account.id, month)).photos >= limit) {
    const seconds = (startOfNextMonth(at).getTime() - at.getTime()) / 1000
    throw new ServiceError(
      'monthly_limit',
      `The ${account.plan} plan includes ${limit} photos a month, and they are used up. The next month starts ${startOfNextMonth(at).toISOString()}.`,
      { monthly_limit: limit },
      seconds,
    )
  }
  await usage.add(account.id, month, { photos: 1 })
  return month
}

async function holdsOpen(tx: Db, accountId: string, exceptRunId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('runs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', 'running'])
    .where('credits', '>', 0)
    .where('id', '!=', exceptRunId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export const startOfNextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
