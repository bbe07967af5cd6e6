import { accountRepository } from '../accounts/account-repository.ts'
import { PLANS, type Plan } from '../base/account-plan.ts'
import type { Catalogue } from '../base/plans/plan-catalogue.ts'
import type { Clock } from '../base/ports.ts'
import type { CreditLedger } from '../credits/credit-ledger.ts'
import type { Db } from '../database/open-database.ts'
import { lock } from '../database/transaction-lock.ts'
import { monthsAfter } from './period-end.ts'
import { type SubscriptionRow, subscriptionRepository } from './subscription-repository.ts'

export type GivenPlans = ReturnType<typeof createGivenPlans>

interface Dependencies {
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly plans: Catalogue['plans']
}

/** Sets the best plan that an account has a right to. Holds by the lock on the account, which the caller has taken. */
export async function settlePlan(tx: Db, accountId: string, at: string): Promise<void> {
  const plans = await subscriptionRepository(tx).plansOf(accountId, at)
  await accountRepository(tx).setPlan(accountId, PLANS.findLast((plan) => plans.includes(plan)) ?? 'Free')
}

/** Plans that the operator gave. They renew every month, and every month grants the credits of the plan. */
export function createGivenPlans({ clock, ledger, plans }: Dependencies) {
  const now = () => clock.now().toISOString()

  /** The credits of a month. It is granted once for each plan, whatever the clock does. */
  const grantMonth = async (tx: Db, accountId: string, row: SubscriptionRow, credits: number): Promise<void> => {
    if (credits === 0) return
    const reference = `${row.id}:${row.period_start}:${row.plan}`
    await ledger.grant(tx, {
      accountId,
      credits,
      reference,
      note: `${row.plan} plan, ${row.period_start.slice(0, 10)}`,
    })
  }

  return {
    /**
     * Gives a plan, which renews until it is changed; Free takes it away. A better plan in the middle of a month grants the
     * difference for the rest of the month, once for each plan and month; a smaller one takes nothing back. Holds by locks on the
     * subscription and the account.
     */
    async give(tx: Db, accountId: string, plan: Plan): Promise<void> {
      const subscriptions = subscriptionRepository(tx)
      const fresh = givenPlan(accountId, plan, now())
      await lock(tx, 'subscriptions', fresh.id)
      await lock(tx, 'accounts', accountId)
      const known = await subscriptions.byId(fresh.id)
      const share = known?.period_end ? shareLeft(known.period_start, known.period_end, now()) : 0
      if (plan === 'Free') await subscriptions.remove(fresh.id)
      else if (known && share > 0) {
        await subscriptions.change(fresh.id, { plan })
        const more = plans[plan].monthlyCredits - plans[known.plan].monthlyCredits
        await grantMonth(tx, accountId, { ...known, plan }, Math.floor(Math.max(0, more) * share))
      } else {
        await subscriptions.remove(fresh.id)
        await subscriptions.add(fresh)
        await grantMonth(tx, accountId, fresh, plans[plan].monthlyCredits)
      }
      await settlePlan(tx, accountId, now())
    },

    /**
     * A plan that no subscription gave was given when the account was made. It stays when subscriptions come and go. Holds by the
     * lock on the account.
     */
    async keep(tx: Db, accountId: string): Promise<void> {
      const subscriptions = subscriptionRepository(tx)
      const account = await accountRepository(tx).byId(accountId)
      if (!account || account.plan === 'Free' || (await subscriptions.ofAccount(accountId)).length > 0) return
      await subscriptions.add({ ...givenPlan(accountId, account.plan, now()), period_end: null, due_at: null })
    },

    /** Renews a plan for each month that began. Holds by the lock on its subscription. */
    async renew(tx: Db, accountId: string, known: SubscriptionRow): Promise<void> {
      let row = known
      while (row.period_end !== null && row.period_end <= now()) {
        row = { ...row, ...monthOf(row.anchored_at, row.period_end) }
        await grantMonth(tx, accountId, row, plans[row.plan].monthlyCredits)
      }
      const { period_start, period_end, due_at } = row
      await subscriptionRepository(tx).change(row.id, { period_start, period_end, due_at })
    },
  }
}

const givenPlan = (accountId: string, plan: Plan, at: string): SubscriptionRow => ({
  id: `operator:${accountId}`,
  source: 'operator',
  account_id: accountId,
  product_id: null,
  plan,
  state: 'active',
  anchored_at: at,
  ...monthOf(at, at),
  will_renew: 1,
  grace_until: null,
  stated_at: at,
})

/** The month that begins at a time, counted from the day of the anchor: one of the 31st renews on the last day of a short month. */
function monthOf(anchor: string, start: string) {
  const [from, to] = [new Date(anchor), new Date(start)]
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth() + 1
  const end = monthsAfter(from, months).toISOString()
  return { period_start: start, period_end: end, due_at: end }
}

/** The share of a period that is left, 0 to 1. */
const shareLeft = (start: string, end: string, now: string): number => {
  const [from, to, at] = [Date.parse(start), Date.parse(end), Date.parse(now)]
  return Math.min(1, Math.max(0, (to - at) / (to - from)))
}
