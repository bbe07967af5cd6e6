import type { Account } from '../base/account-plan.ts'
import { type Catalogue, PLAN_TERMS } from '../base/plans/plan-catalogue.ts'
import type { Clock } from '../base/ports.ts'
import { insufficientCredits, ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { ledgerRepository } from './ledger-repository.ts'
import { monthlyUsageRepository } from './monthly-usage-repository.ts'
import { startOfNextMonth, utcMonth } from './utc-month.ts'

export interface Hold {
  readonly account: Account
  readonly runId: string
  readonly credits: number
  /** Whether it counts as one photo of the month's allowance (/v1). */
  readonly countsPhoto: boolean
}

/** Below this many credits an account is low: about one evening of photos is left. */
export const LOW_CREDITS = 5

/** What a charge left of the credits of an account. */
export interface Charged {
  /** Whether no credits are left, neither available nor held. */
  readonly depleted: boolean
  /** The credits left, if this charge took them below `LOW_CREDITS`. Held ones of other runs count as left. */
  readonly low?: number
}

export type CreditLedger = ReturnType<typeof createCreditLedger>

/**
 * The credits of runs. They are held when a run is accepted, charged when it succeeds and released when it does not. Every
 * method takes the transaction of its cause, so that money and work never disagree.
 */
export function createCreditLedger({
  clock,
  upgradeUrl,
  plans = PLAN_TERMS,
}: {
  clock: Clock
  upgradeUrl: () => string
  plans?: Catalogue['plans']
}) {
  const now = () => clock.now().toISOString()

  /**
   * Refuses a price that the account cannot pay. For several holds in one transaction, call it first with their sum. Holds
   * by a lock on the account.
   *
   * @throws ServiceError `insufficient_credits`
   */
  const requireBalance = async (tx: Db, accountId: string, credits: number): Promise<void> => {
    const available = await ledgerRepository(tx).lockBalance(accountId)
    if (available < credits) throw insufficientCredits(credits, available, upgradeUrl())
  }

  return {
    requireBalance,

    /**
     * Takes the price out of the available balance until the work ends.
     *
     * @returns The month whose allowance was used, or null.
     * @throws ServiceError `insufficient_credits` (402), `monthly_limit` (429). Then nothing is written.
     */
    async hold(tx: Db, { account, runId, credits, countsPhoto }: Hold): Promise<string | null> {
      await requireBalance(tx, account.id, credits)
      const photoMonth = countsPhoto
        ? await reservePhoto(tx, account, plans[account.plan].monthlyPhotos, clock.now())
        : null
      if (credits > 0) {
        const entry = { accountId: account.id, kind: 'hold', amount: -credits, credits, reference: runId } as const
        await ledgerRepository(tx).append(entry, now())
      }
      return photoMonth
    },

    /**
     * Turns a hold into a charge. What is left after it changes by charges and grants only, so each fall below a limit is seen
     * by exactly one charge. Holds by the lock on the account that the entry takes.
     */
    async charge(tx: Db, run: { accountId: string; runId: string; credits: number }): Promise<Charged> {
      if (run.credits === 0) return { depleted: false }
      const ledger = ledgerRepository(tx)
      const { accountId, runId, credits } = run
      const available = await ledger.append({ accountId, kind: 'charge', amount: 0, credits, reference: runId }, now())
      if (available === undefined || available >= LOW_CREDITS) return { depleted: false }
      const left = available + (await ledger.heldByOthers(accountId, runId))
      const fell = left < LOW_CREDITS && left + credits >= LOW_CREDITS
      return { depleted: left === 0, ...(fell && { low: left }) }
    },

    /** Releases a hold, and gives its photo back to the month's allowance. */
    async release(
      tx: Db,
      run: { accountId: string; runId: string; credits: number; photoMonth: string | null },
    ): Promise<void> {
      const { accountId, runId, credits, photoMonth } = run
      if (credits > 0) {
        const entry = { accountId, kind: 'release', amount: credits, credits, reference: runId } as const
        if ((await ledgerRepository(tx).append(entry, now())) === undefined) return
      }
      if (photoMonth) await monthlyUsageRepository(tx).add(accountId, photoMonth, { photos: -1 })
    },

    /**
     * Adds credits, once for each reference, and settles a debt with them.
     *
     * @returns The balance after it; undefined when they were added before.
     */
    async grant(
      tx: Db,
      grant: { accountId: string; credits: number; reference: string; note?: string; kind?: 'grant' | 'purchase' },
    ): Promise<number | undefined> {
      const { accountId, credits, kind = 'grant', ...named } = grant
      const ledger = ledgerRepository(tx)
      const balance = await ledger.append({ accountId, kind, amount: credits, credits, ...named }, now())
      if (balance === undefined) return undefined
      const settled = Math.min(await ledger.debt(accountId), balance)
      if (settled === 0) return balance
      await ledger.addDebt(accountId, -settled)
      const entry = { accountId, kind: 'debt', amount: -settled, credits: settled, reference: grant.reference } as const
      return ledger.append(entry, now())
    },

    /**
     * Takes credits back for a payment that was paid back, once for each reference. What the balance does not have becomes a
     * debt, because credits that runs hold are spent already. Holds by a lock on the account.
     */
    async takeBack(
      tx: Db,
      { accountId, credits, reference, note }: { accountId: string; credits: number; reference: string; note: string },
    ): Promise<void> {
      const ledger = ledgerRepository(tx)
      const taken = Math.min(await ledger.lockBalance(accountId), credits)
      const entry = { accountId, kind: 'take_back', amount: -taken, credits, reference, note } as const
      if ((await ledger.append(entry, now())) === undefined) return
      await ledger.addDebt(accountId, credits - taken)
    },
  }
}

/** Holds by the lock on the account that `requireBalance` has taken. */
async function reservePhoto(tx: Db, account: Account, limit: number | null, at: Date): Promise<string> {
  const month = utcMonth(at.toISOString())
  const usage = monthlyUsageRepository(tx)
  if (limit !== null && (await usage.get(account.id, month)).photos >= limit) {
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
