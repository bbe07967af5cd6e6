import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { Plan } from '../base/account-plan.ts'
import { DAY_MS } from '../base/durations.ts'
import { PLAN_TERMS } from '../base/plans/plan-catalogue.ts'
import { createCreditLedger } from '../credits/credit-ledger.ts'
import { ledgerRepository } from '../credits/ledger-repository.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { createGivenPlans } from './given-plans.ts'
import { createPurchaseBooks } from './purchase-books.ts'
import { createSubscriptionBooks, type SubscriptionStatement } from './subscription-books.ts'
import { subscriptionRepository } from './subscription-repository.ts'

const DAY_0 = Date.parse('2026-11-01T12:00:00Z')
const day = (days: number) => new Date(DAY_0 + days * DAY_MS)

async function withSubscriptions(plan: Plan = 'Free') {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  let today = day(0)
  const clock = { now: () => today }
  const ledger = createCreditLedger({ clock, upgradeUrl: () => 'https://example.com/billing' })
  const books = createPurchaseBooks({ clock, ledger, events: { append: async () => {} } })
  const given = createGivenPlans({ clock, ledger, plans: PLAN_TERMS })
  const subscriptions = createSubscriptionBooks({ db, clock, books, given })
  for (const id of ['acc_a', 'acc_b'])
    await accountRepository(db).ensureVerified({ id, email: `${id}@example.com`, plan, at: today.toISOString() })

  /** The statement of a month: the first begins on day 0, the second on day 30. */
  const statement = (month: number, more: Partial<SubscriptionStatement> = {}): SubscriptionStatement => ({
    source: 'appstore',
    subscriptionId: '1000',
    productId: 'growth.monthly',
    plan: 'Growth',
    state: 'active',
    willRenew: true,
    period: { start: day(30 * month), end: day(30 * (month + 1)), credits: 200, transactionId: `t${month}` },
    statedAt: day(30 * month),
    ...more,
  })
  return {
    db,
    books,
    subscriptions,
    statement,
    setDay: (days: number) => {
      today = day(days)
    },
    apply: (month: number, more?: Partial<SubscriptionStatement>) =>
      inTransaction(db, (tx) => subscriptions.apply(tx, statement(month, more))),
    give: (plan: Plan) => inTransaction(db, (tx) => given.give(tx, accountId, plan)),
    standing: async (accountId = 'acc_a') => {
      const account = await accountRepository(db).byId(accountId)
      return [account?.plan, await ledgerRepository(db).balance(accountId)]
    },
  }
}

const accountId = 'acc_a'

test('a period that is reported twenty times at once is granted once, and gives its plan', async () => {
  const { apply, standing } = await withSubscriptions()
  const all = await Promise.all(Array.from({ length: 20 }, () => apply(0, { accountId })))
  expect(all.map(({ credits }) => credits).filter(Boolean)).toEqual([200])
  expect(await standing()).toEqual(['Growth', 200])
  await apply(1)
  expect(await standing()).toEqual(['Growth', 400])
})

test('a period that is reported with and without the id of its payment is granted once', async () => {
  const { apply, standing, statement } = await withSubscriptions()
  await apply(0, { accountId })
  const { transactionId: _, ...period } = statement(0).period
  const start = new Date(period.start.getTime() + 417)
  expect(await apply(0, { accountId, period: { ...period, start } })).toMatchObject({ credits: 0 })
  expect(await standing()).toEqual(['Growth', 200])
})

test('yesterday’s statement changes neither state nor plan, but its period is granted', async () => {
  const { db, apply, standing } = await withSubscriptions()
  await apply(1, { accountId, state: 'expired', willRenew: false })
  expect(await apply(0)).toEqual({ accountId, credits: 200, outcome: 'stale' })
  expect(await standing()).toEqual(['Free', 400])
  expect(await subscriptionRepository(db).byId('appstore:1000')).toMatchObject({ state: 'expired', will_renew: 0 })
})

test('what was paid before the account was known is granted to the account that claims it, once', async () => {
  const { apply, standing } = await withSubscriptions()
  expect(await apply(1)).toEqual({ accountId: null, credits: 0, outcome: 'applied' })
  await apply(0)
  const claims = await Promise.all(['acc_a', 'acc_b'].map((accountId) => apply(1, { accountId })))
  expect(claims.map(({ outcome }) => outcome).sort()).toEqual(['other_account', 'stale'])
  expect([await standing(), await standing('acc_b')]).toEqual(
    expect.arrayContaining([
      ['Growth', 400],
      ['Free', 0],
    ]),
  )
})

test('a subscription about which nothing is heard any more ends, and comes back with its next period', async () => {
  const { subscriptions, apply, standing, setDay } = await withSubscriptions()
  await apply(0, { accountId })
  setDay(30.5)
  expect(await subscriptions.settleDue()).toBe(0)
  setDay(31)
  expect(await subscriptions.settleDue()).toBe(1)
  expect(await standing()).toEqual(['Free', 200])
  expect(await apply(0)).toMatchObject({ outcome: 'stale' })
  expect(await standing()).toEqual(['Free', 200])
  await apply(1)
  expect(await standing()).toEqual(['Growth', 400])
})

test('a subscription that is not renewed keeps its plan to the end of its period', async () => {
  const { subscriptions, apply, standing, setDay } = await withSubscriptions()
  await apply(0, { accountId })
  await apply(0, { willRenew: false, statedAt: day(10) })
  setDay(29.9)
  await subscriptions.settleDue()
  expect(await standing()).toEqual(['Growth', 200])
  setDay(30)
  await subscriptions.settleDue()
  expect(await standing()).toEqual(['Free', 200])
})

test('grace keeps the plan for its time, a retry of the payment does not', async () => {
  const { subscriptions, apply, standing, setDay } = await withSubscriptions()
  await apply(0, { accountId })
  setDay(30)
  await apply(0, { state: 'grace', graceUntil: day(36), statedAt: day(30) })
  setDay(35)
  await subscriptions.settleDue()
  expect(await standing()).toEqual(['Growth', 200])
  setDay(36)
  await subscriptions.settleDue()
  expect(await standing()).toEqual(['Free', 200])
  await apply(0, { state: 'grace', graceUntil: day(40), statedAt: day(36) })
  expect(await standing()).toEqual(['Growth', 200])
  await apply(0, { state: 'billing_retry', statedAt: day(37) })
  expect(await standing()).toEqual(['Free', 200])
})

test('a subscription that its provider moves takes plan and later credits along, and earlier ones stay', async () => {
  const { apply, standing } = await withSubscriptions()
  await apply(0, { accountId: 'acc_b' })
  expect(await apply(0, { accountId, statedAt: day(1) })).toMatchObject({
    outcome: 'other_account',
    accountId: 'acc_b',
  })
  await apply(0, { accountId, isTransfer: true, statedAt: day(2) })
  expect([await standing(), await standing('acc_b')]).toEqual([
    ['Growth', 0],
    ['Free', 200],
  ])
  const earlier = await apply(0, { accountId: 'acc_b', isTransfer: true, statedAt: day(1) })
  expect(earlier).toMatchObject({ outcome: 'other_account', accountId })
  await apply(1)
  expect([await standing(), await standing('acc_b')]).toEqual([
    ['Growth', 200],
    ['Free', 200],
  ])
})

test('a plan that the operator gave stays when a smaller subscription comes and goes', async () => {
  const { apply, standing } = await withSubscriptions('Pro')
  await apply(0, { accountId })
  expect(await standing()).toEqual(['Pro', 200])
  await apply(0, { state: 'expired', statedAt: day(1) })
  expect(await standing()).toEqual(['Pro', 200])
})

test('a notification finds its account by what the store knows it by, also when that comes before the transaction', async () => {
  const { apply, standing } = await withSubscriptions()
  const identifiers = [{ kind: 'app_account_token', value: 'b7d4' }] as const
  await apply(0, { identifiers })
  await apply(0, { accountId, identifiers })
  await apply(0, { subscriptionId: '2000', source: 'subscriptions', identifiers })
  expect(await standing()).toEqual(['Growth', 400])
  await apply(0, { accountId: 'acc_b', identifiers, isTransfer: true, statedAt: day(1) })
  await apply(0, { subscriptionId: '3000', identifiers })
  expect(await standing('acc_b')).toEqual(['Growth', 0])
})

test('of two subscriptions the better plan counts', async () => {
  const { apply, standing } = await withSubscriptions()
  await apply(0, { accountId })
  await apply(0, { accountId, subscriptionId: '2000', plan: 'Starter', source: 'subscriptions' })
  expect(await standing()).toEqual(['Growth', 400])
  await apply(0, { state: 'expired', statedAt: day(1) })
  expect(await standing()).toEqual(['Starter', 400])
})

test('a period that was paid back takes its credits, in any order of the reports, and a reversal gives them back', async () => {
  const { apply, standing } = await withSubscriptions()
  await apply(1, { accountId })
  await apply(0, { state: 'revoked', statedAt: day(5) })
  await apply(0)
  expect(await standing()).toEqual(['Growth', 200])
  await apply(1, { state: 'revoked', statedAt: day(40) })
  expect(await standing()).toEqual(['Free', 0])
  await apply(1, { statedAt: day(41) })
  expect(await standing()).toEqual(['Growth', 200])
})

test('the subscription of an erased account goes to the account that restores it, without earlier credits', async () => {
  const { db, apply, standing } = await withSubscriptions()
  await apply(0, { accountId: 'acc_b' })
  await inTransaction(db, (tx) => subscriptionRepository(tx).detach('acc_b'))
  await apply(1)
  expect(await apply(1, { accountId })).toMatchObject({ accountId, credits: 200 })
  expect(await standing()).toEqual(['Growth', 200])
})

test('a server that slept through three renewals grants three months, once each, and one whose clock goes back grants none twice', async () => {
  const { subscriptions, give, standing, setDay } = await withSubscriptions()
  await give('Growth')
  expect(await standing()).toEqual(['Growth', 200])
  setDay(95)
  await Promise.all(Array.from({ length: 5 }, () => subscriptions.settleDue()))
  expect(await standing()).toEqual(['Growth', 800])
  setDay(40)
  await subscriptions.settleDue()
  setDay(95)
  await subscriptions.settleDue()
  expect(await standing()).toEqual(['Growth', 800])
})

test('a month that began on the 31st renews on the last day of shorter ones', async () => {
  const { db, subscriptions, give, setDay } = await withSubscriptions()
  setDay(90)
  await give('Growth')
  const ends = []
  for (const days of [90, 119, 150]) {
    setDay(days)
    await subscriptions.settleDue()
    ends.push((await subscriptionRepository(db).byId('operator:acc_a'))?.period_end?.slice(0, 10))
  }
  expect(ends).toEqual(['2027-02-28', '2027-03-30', '2027-04-30'])
})

test('a better plan grants the difference for the rest of the month once, and a smaller one takes nothing back', async () => {
  const { give, standing, setDay } = await withSubscriptions()
  await give('Growth')
  setDay(15)
  for (const plan of ['Pro', 'Growth', 'Pro'] as const) await give(plan)
  expect(await standing()).toEqual(['Pro', 500])
  await give('Starter')
  expect(await standing()).toEqual(['Starter', 500])
  await give('Free')
  expect(await standing()).toEqual(['Free', 500])
})
