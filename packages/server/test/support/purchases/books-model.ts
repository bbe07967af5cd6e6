import type { Plan } from '../../../src/base/account-plan.ts'
import type { Catalogue } from '../../../src/base/plans/plan-catalogue.ts'
import type { SubscriptionState } from '../../../src/database/schema/subscription-tables.ts'

export type BooksModel = ReturnType<typeof createBooksModel>

/** What a provider says, with times in milliseconds. */
export interface ModelStatement {
  readonly subscription: string
  readonly accountId: string | undefined
  readonly isTransfer: boolean
  readonly plan: Plan
  readonly state: SubscriptionState
  readonly willRenew: boolean
  readonly begin: number
  readonly end: number
  readonly credits: number
  readonly transactionId: string
  readonly statedAt: number
}

interface Payment {
  accountId: string | undefined
  credits: number
  share: number
  taken: number
}
interface Period {
  readonly transactionId: string
  readonly credits: number
  isRevoked: boolean
  statedAt: number
}
interface Subscription {
  accountId: string | undefined
  plan: Plan
  isOn: boolean
  due: number
  statedAt: number
  readonly periods: Map<number, Period>
}
interface Given {
  plan: Plan
  readonly anchor: number
  months: number
}

const DAY_MS = 86_400_000
const ORDER: readonly Plan[] = ['Free', 'Starter', 'Growth', 'Pro', 'Enterprise']

/** The books as the pages of the project describe them, in plain variables. */
export function createBooksModel(ids: readonly string[], terms: Catalogue['plans']) {
  const accounts = new Map(ids.map((id) => [id, { balance: 0, debt: 0, plan: 'Free' as Plan }]))
  const payments = new Map<string, Payment>()
  const subscriptions = new Map<string, Subscription>()
  const givenTo = new Map<string, Given>()
  const granted = new Set<string>()
  const open = new Map<string, { accountId: string; credits: number }>()
  const of = (id: string) => {
    const account = accounts.get(id)
    if (!account) throw new Error(`no account ${id}`)
    return account
  }

  const add = (id: string, credits: number): void => {
    const account = of(id)
    const settled = Math.min(account.debt, account.balance + credits)
    account.balance += credits - settled
    account.debt -= settled
  }
  const paymentOf = (id: string): Payment => {
    const payment = payments.get(id) ?? { accountId: undefined, credits: 0, share: 0, taken: 0 }
    payments.set(id, payment)
    return payment
  }
  const settle = (payment: Payment): void => {
    if (payment.accountId === undefined) return
    const due = Math.round(payment.credits * payment.share)
    const more = due - payment.taken
    payment.taken = due
    if (more < 0) add(payment.accountId, -more)
    if (more <= 0) return
    const account = of(payment.accountId)
    const taken = Math.min(account.balance, more)
    account.balance -= taken
    account.debt += more - taken
  }
  const buy = (id: string, accountId: string, credits: number): void => {
    const payment = paymentOf(id)
    if (payment.accountId !== undefined) return
    Object.assign(payment, { accountId, credits })
    add(accountId, credits)
    settle(payment)
  }
  const refund = (id: string, share: number): void => {
    const payment = paymentOf(id)
    payment.share = share
    settle(payment)
  }
  const settlePlan = (id: string, now: number): void => {
    const own = [...subscriptions.values()].filter(({ accountId, isOn, due }) => accountId === id && isOn && due > now)
    const plans = [...own.map(({ plan }) => plan), givenTo.get(id)?.plan ?? 'Free']
    of(id).plan = ORDER.findLast((plan) => plans.includes(plan)) ?? 'Free'
  }
  const grantMonth = (id: string, start: number, plan: Plan, credits: number): void => {
    const reference = `${id} ${start} ${plan}`
    if (credits === 0 || granted.has(reference)) return
    granted.add(reference)
    add(id, credits)
  }

  return {
    buy,
    refund,

    state(statement: ModelStatement, now: Date): void {
      const { subscription: id, state, begin, end, statedAt, accountId: named } = statement
      const known = subscriptions.get(id) ?? {
        ...{ accountId: undefined, plan: 'Free' as Plan, isOn: false, due: 0, statedAt: -1 },
        periods: new Map<number, Period>(),
      }
      subscriptions.set(id, known)
      const before = known.accountId
      const isNews = statedAt > known.statedAt
      const stays = before !== undefined && named !== undefined && named !== before && !(statement.isTransfer && isNews)
      known.accountId = stays ? before : (named ?? before)
      if (isNews) {
        const due = state === 'grace' ? end + 16 * DAY_MS : statement.willRenew ? end + DAY_MS : end
        Object.assign(known, { plan: statement.plan, isOn: state === 'active' || state === 'grace', due, statedAt })
      }
      const { transactionId, credits } = statement
      const period = known.periods.get(begin) ?? { transactionId, credits, isRevoked: false, statedAt: -1 }
      known.periods.set(begin, period)
      if (statedAt > period.statedAt) {
        period.statedAt = statedAt
        if (period.isRevoked !== (state === 'revoked')) refund(transactionId, state === 'revoked' ? 1 : 0)
        period.isRevoked = state === 'revoked'
      }
      const paid = before === undefined ? [...known.periods].sort(([a], [b]) => a - b).map(([, one]) => one) : [period]
      if (known.accountId !== undefined)
        for (const one of paid) if (one.credits > 0) buy(one.transactionId, known.accountId, one.credits)
      for (const one of new Set([before, known.accountId])) if (one !== undefined) settlePlan(one, now.getTime())
    },

    give(id: string, plan: Plan, now: Date): void {
      const at = now.getTime()
      const known = givenTo.get(id)
      const [start, end] = known
        ? [monthFrom(known.anchor, known.months), monthFrom(known.anchor, known.months + 1)]
        : [0, 0]
      if (plan === 'Free') givenTo.delete(id)
      else if (known && at < end) {
        const more = Math.max(0, terms[plan].monthlyCredits - terms[known.plan].monthlyCredits)
        known.plan = plan
        grantMonth(id, start, plan, Math.floor(more * Math.min(1, (end - at) / (end - start))))
      } else {
        givenTo.set(id, { plan, anchor: at, months: 0 })
        grantMonth(id, at, plan, terms[plan].monthlyCredits)
      }
      settlePlan(id, at)
    },

    /** The clock was set. */
    settleDue(now: Date): void {
      const at = now.getTime()
      for (const known of subscriptions.values()) if (known.isOn && known.due <= at) known.isOn = false
      for (const [id, known] of givenTo) {
        while (monthFrom(known.anchor, known.months + 1) <= at) {
          known.months++
          grantMonth(id, monthFrom(known.anchor, known.months), known.plan, terms[known.plan].monthlyCredits)
        }
      }
      settleLapsed(at)
    },

    /** Does nothing when the balance does not have the credits. */
    hold(runId: string, accountId: string, credits: number): void {
      if (of(accountId).balance < credits) return
      of(accountId).balance -= credits
      open.set(runId, { accountId, credits })
    },

    end(runId: string, isCharged: boolean): void {
      const run = open.get(runId)
      if (run && !isCharged) of(run.accountId).balance += run.credits
      open.delete(runId)
    },

    has: (accountId: string, credits: number): boolean => of(accountId).balance >= credits,

    openRuns: () => [...open],

    standings: () => [...accounts].map(([id, { balance, debt, plan }]) => ({ id, balance, debt, plan })),
  }

  /** Accounts whose subscription has just ended or was renewed. */
  function settleLapsed(at: number): void {
    for (const id of ids) settlePlan(id, at)
  }
}

/** A number of months after a moment, on its day or the last of the month. */
function monthFrom(anchor: number, months: number): number {
  const from = new Date(anchor)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const day = Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate())
  return Date.UTC(year, month, day) + (anchor % DAY_MS)
}
