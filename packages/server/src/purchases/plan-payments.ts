import type { Plan } from '../base/account-plan.ts'
import type { PlanProduct } from '../base/plans/plan-catalogue.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import type { PurchaseSource } from '../database/schema/purchase-tables.ts'
import { lock } from '../database/transaction-lock.ts'
import { settlePlan } from './given-plans.ts'
import { periodEnd } from './period-end.ts'
import type { PurchaseBooks, Refund } from './purchase-books.ts'
import { purchaseRepository } from './purchase-repository.ts'
import type { SubscriptionBooks } from './subscription-books.ts'
import { subscriptionRepository } from './subscription-repository.ts'

/** A payment for one period of a plan. */
interface PlanPayment {
  readonly accountId: string
  readonly source: PurchaseSource
  readonly transactionId: string
  readonly product: PlanProduct
}

export type PlanPayments = ReturnType<typeof createPlanPayments>

const WHOLE_PPM = 1_000_000

/**
 * Payments for one period of a plan, which is not renewed. A period that is paid while the one before it still runs begins when that
 * ends; a plan that was paid back as a whole ends at once.
 */
export function createPlanPayments(deps: { clock: Clock; books: PurchaseBooks; subscriptions: SubscriptionBooks }) {
  const { clock, books, subscriptions } = deps

  /** The subscription of a payment ends and begins again with what was paid back. Holds by the lock on its account. */
  const settle = async (tx: Db, source: PurchaseSource, transactionId: string): Promise<void> => {
    const id = `${source}:${transactionId}`
    const rows = subscriptionRepository(tx)
    const row = await rows.byId(id)
    if (!row?.account_id || row.period_end === null) return
    await lock(tx, 'accounts', row.account_id)
    const now = clock.now().toISOString()
    const isBack = (await purchaseRepository(tx, source).find(transactionId))?.refunded_ppm === WHOLE_PPM
    const state = isBack ? 'revoked' : row.period_end > now ? 'active' : 'expired'
    await rows.change(id, { state, due_at: state === 'active' ? row.period_end : null })
    await settlePlan(tx, row.account_id, now)
  }

  return {
    /**
     * Books a payment for one period, once.
     *
     * @returns What became of it, for the operator.
     */
    async pay(tx: Db, { accountId, source, transactionId, product }: PlanPayment): Promise<string> {
      const { id: productId, plan, credits, period } = product
      const rows = subscriptionRepository(tx)
      await lock(tx, 'subscriptions', `${source}:${transactionId}`)
      await lock(tx, 'accounts', accountId)
      const known = await rows.byId(`${source}:${transactionId}`)
      const start = known ? new Date(known.period_start) : await startOf(tx, accountId, plan)
      const { outcome, credits: granted } = await subscriptions.apply(tx, {
        ...{ source, subscriptionId: transactionId, accountId, productId, plan, state: 'active', willRenew: false },
        period: { start, end: periodEnd(start, period), credits, transactionId },
        statedAt: start,
      })
      await settle(tx, source, transactionId)
      return `${plan} plan, ${granted} credits: ${outcome === 'stale' ? 'already_granted' : outcome}`
    },

    /** Notes the share of a payment that was paid back, as the books of purchases do, and ends the plan that it paid. */
    async refund(tx: Db, refund: Refund): Promise<number> {
      const taken = await books.refund(tx, refund)
      await settle(tx, refund.source, refund.transactionId)
      return taken
    },
  }

  /** When a further period of a plan begins: after those that are paid and not renewed. Holds by the lock on the account. */
  async function startOf(tx: Db, accountId: string, plan: Plan): Promise<Date> {
    const paid = (await subscriptionRepository(tx).ofAccount(accountId)).flatMap((row) =>
      row.plan === plan && row.state === 'active' && row.will_renew === 0 ? Date.parse(row.period_end ?? '') || 0 : 0,
    )
    return new Date(Math.max(clock.now().getTime(), ...paid))
  }
}
