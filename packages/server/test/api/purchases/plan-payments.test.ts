import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAN_TERMS } from '../../../src/base/plans/plan-catalogue.ts'
import { createCreditLedger } from '../../../src/credits/credit-ledger.ts'
import { auditLedger } from '../../../src/purchases/audit/audit-ledger.ts'
import { createGivenPlans } from '../../../src/purchases/given-plans.ts'
import { createPurchaseBooks } from '../../../src/purchases/purchase-books.ts'
import { createSubscriptionBooks } from '../../../src/purchases/subscription-books.ts'
import { BUNDLE_ID } from '../../support/purchases/app-store.ts'
import { PAYMENT_SECRETS, paymentSenders, uniqueId } from '../../support/purchases/payment-senders.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const DAY_MS = 86_400_000
const GROWTH = `${BUNDLE_ID}.growth.monthly`
const PRO = `${BUNDLE_ID}.pro.monthly`
const BEGIN = new Date('2026-11-21T12:00:00Z')
const seconds = (at: Date | string) => Math.floor(new Date(at).getTime() / 1000)

let app: TestApp
let now = BEGIN
let senders: ReturnType<typeof paymentSenders>
beforeAll(async () => {
  const clock = { now: () => now }
  app = await startApp({ clock, env: { ...PAYMENT_SECRETS, PLATELIGHT_APPSTORE_BUNDLE_ID: BUNDLE_ID } })
  senders = paymentSenders(app.url, clock.now)
})
afterAll(async () => {
  expect(await auditLedger(app.core.database.db)).toEqual([])
  await app.close()
})

let customer: Awaited<ReturnType<TestApp['customer']>>
let sub: string
beforeEach(async () => {
  now = BEGIN
  customer = await app.customer({ credits: 0, plan: 'Free' })
  sub = uniqueId('sub')
})

/** What the timetable does every minute. */
const settleDue = async () => {
  const { db } = app.core.database
  const clock = { now: () => now }
  const ledger = createCreditLedger({ clock, upgradeUrl: () => '' })
  const books = createPurchaseBooks({ clock, ledger, events: { append: async () => {} } })
  const given = createGivenPlans({ clock, ledger, plans: PLAN_TERMS })
  return createSubscriptionBooks({ db, clock, books, given }).settleDue()
}

const standing = async () => {
  const { credits, subscription_plan, subscription_status, next_renewal, renews } =
    await customer.client.account.credits()
  await customer.credits()
  return { credits, plan: subscription_plan, status: subscription_status, until: next_renewal.slice(0, 10), renews }
}
const checkout = (more: object = {}) => ({
  ...{ id: `cs_${sub}`, mode: 'subscription', payment_status: 'paid', subscription: sub, invoice: `in_${sub}_0` },
  ...{ client_reference_id: customer.accountId, metadata: { product_id: GROWTH } },
  ...more,
})
/** The invoice of a month, counted from 0. */
const invoice = (month: number, more: object = {}) => {
  const [start, end] = [month, month + 1].map((later) => seconds(new Date(Date.UTC(2026, 10 + later, 21, 12))))
  return {
    ...{ id: `in_${sub}_${month}`, subscription: sub, amount_paid: 2000, payment_intent: `pi_${sub}_${month}` },
    billing_reason: month === 0 ? 'subscription_create' : 'subscription_cycle',
    lines: { data: [{ amount: 2000, period: { start, end } }] },
    ...more,
  }
}
const subscription = (more: object = {}) => ({
  ...{ id: sub, status: 'active', current_period_start: seconds('2026-11-21T12:00:00Z') },
  ...{ current_period_end: seconds('2026-12-21T12:00:00Z') },
  ...more,
})
const month = async (number: number) => {
  now = new Date(Date.UTC(2026, 10 + number, 21, 12))
  return senders.card('invoice.paid', invoice(number))
}

const ORDERS = [[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[2, 0, 3, 1]], [[1, 2, 0, 3]]]
test.each(ORDERS)(
  'the first events of a subscription start it and grant its month once, in the order %j',
  async (order) => {
    const events: [string, object][] = [
      ['checkout.session.completed', checkout()],
      ['customer.subscription.created', subscription({ status: 'incomplete' })],
      ['invoice.paid', invoice(0)],
      ['invoice.payment_succeeded', invoice(0)],
    ]
    for (const index of [...order, ...order]) expect(await senders.card(...events[index]!)).toBe(200)
    expect(await standing()).toEqual({
      credits: 200,
      plan: 'Growth',
      status: 'active',
      until: '2026-12-21',
      renews: true,
    })
    expect((await customer.events()).map(({ type }) => type)).toEqual(['credit.purchased'])
  },
)

test('of what is said in the same second, what comes later counts, and the end is the last', async () => {
  const [created, next] = [seconds(now), invoice(1)]
  await senders.card('checkout.session.completed', checkout(), { created })
  await senders.card('invoice.paid', invoice(0), { created })
  await senders.card('invoice.payment_failed', next, { created })
  expect(await standing()).toMatchObject({ credits: 200, plan: 'Growth', status: 'grace' })
  await senders.card('invoice.paid', next, { created })
  await senders.card('invoice.paid', invoice(0), { created })
  expect(await standing()).toMatchObject({ credits: 400, status: 'active', until: '2027-01-21' })
  await senders.card('customer.subscription.deleted', subscription({ status: 'canceled' }), { created })
  await senders.card('customer.subscription.updated', subscription(), { created })
  expect(await standing()).toMatchObject({ plan: 'Free', status: 'expired' })
})

test('each paid invoice renews the plan and grants its month once, also all at once and twice', async () => {
  await senders.card('checkout.session.completed', checkout())
  now = new Date('2027-02-21T12:00:00Z')
  const all = [1, 2, 3, 3, 2, 1].map((number) => senders.card('invoice.paid', invoice(number)))
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await standing()).toMatchObject({ credits: 800, plan: 'Growth', status: 'active', until: '2027-03-21' })
})

test('a payment that fails begins grace, a paid one ends it, and without one the plan ends', async () => {
  await senders.card('checkout.session.completed', checkout())
  const fail = async (number: number) => {
    now = new Date(Date.UTC(2026, 10 + number, 21, 13))
    return senders.card('invoice.payment_failed', invoice(number, { amount_paid: 0 }))
  }
  await fail(1)
  expect(await standing()).toMatchObject({ credits: 200, plan: 'Growth', status: 'grace', until: '2027-01-06' })
  now = new Date('2026-12-25T12:00:00Z')
  await senders.card('invoice.paid', invoice(1))
  expect(await standing()).toMatchObject({ credits: 400, status: 'active', until: '2027-01-21' })
  await fail(2)
  now = new Date('2027-02-07T12:00:00Z')
  await settleDue()
  expect(await standing()).toMatchObject({ credits: 400, plan: 'Free', status: 'expired' })
})

test('a subscription that is cancelled goes on to its end, and one that is deleted ends; older news change nothing', async () => {
  await senders.card('checkout.session.completed', checkout())
  now = new Date('2026-12-01T12:00:00Z')
  await senders.card('customer.subscription.updated', subscription({ cancel_at_period_end: true }))
  expect(await standing()).toMatchObject({ plan: 'Growth', status: 'active', until: '2026-12-21', renews: false })
  now = new Date('2026-12-02T12:00:00Z')
  await senders.card('customer.subscription.deleted', subscription({ status: 'canceled' }))
  expect(await standing()).toMatchObject({ credits: 200, plan: 'Free', status: 'expired' })
  const created = seconds('2026-12-01T13:00:00Z')
  await senders.card('customer.subscription.updated', subscription(), { created })
  expect(await standing()).toMatchObject({ plan: 'Free', status: 'expired' })
})

test.each(['before', 'after'])('a refund that comes %s its invoice takes back the month that it paid', async (when) => {
  await senders.card('checkout.session.completed', checkout())
  const back = (number: number, more: object = {}) =>
    senders.card('charge.refunded', {
      ...{ id: `ch_${number}`, payment_intent: `pi_${sub}_${number}`, amount: 2000, amount_refunded: 2000 },
      ...more,
    })
  if (when === 'before') await back(0)
  await senders.card('invoice.paid', invoice(0))
  if (when === 'after') await back(0)
  expect(await standing()).toMatchObject({ credits: 0, plan: 'Growth' })
  await month(1)
  await back(1, { amount_refunded: 1000 })
  await back(1, { amount_refunded: 1000, invoice: `in_${sub}_1` })
  expect(await standing()).toMatchObject({ credits: 100, plan: 'Growth' })
})

test('a larger plan between two invoices counts at once, and grants the share that was paid', async () => {
  await senders.card('checkout.session.completed', checkout())
  now = new Date('2026-12-06T12:00:00Z')
  const period = { start: seconds(now), end: seconds('2026-12-21T12:00:00Z') }
  const lines = [
    { amount: -1000, period, price: { lookup_key: GROWTH, unit_amount: 2000 } },
    { amount: 2000, period, price: { lookup_key: PRO, unit_amount: 4000 } },
  ]
  const change = { id: `in_${sub}_x`, billing_reason: 'subscription_update', amount_paid: 1000, lines: { data: lines } }
  for (let time = 0; time < 2; time++) await senders.card('invoice.paid', invoice(1, change))
  expect(await standing()).toMatchObject({ credits: 400, plan: 'Pro', status: 'active', until: '2026-12-21' })
})

test('newer versions of the API say the same elsewhere, and the payment intent of an invoice in an event of its own', async () => {
  const metadata = { account_id: customer.accountId, product_id: GROWTH }
  const { subscription: _, payment_intent: __, ...rest } = invoice(0)
  const parent = { subscription_details: { subscription: sub, metadata } }
  await senders.card('invoice.paid', { ...rest, parent })
  const payment = { type: 'payment_intent', payment_intent: `pi_${sub}` }
  await senders.card('charge.refunded', { id: 'ch', payment_intent: `pi_${sub}`, amount: 2000, amount_refunded: 1000 })
  expect(await standing()).toMatchObject({ credits: 200 })
  await senders.card('invoice_payment.paid', { id: 'inpay_1', invoice: rest.id, payment })
  expect(await standing()).toMatchObject({ credits: 100, plan: 'Growth', status: 'active', until: '2026-12-21' })
  const item = { current_period_start: seconds(BEGIN), current_period_end: seconds('2026-12-21T12:00:00Z') }
  now = new Date('2026-11-22T12:00:00Z')
  const data = [{ ...item, price: { lookup_key: PRO } }]
  await senders.card('customer.subscription.updated', { id: sub, status: 'active', metadata, items: { data } })
  expect(await standing()).toMatchObject({ credits: 100, plan: 'Pro', until: '2026-12-21' })
})

test('a trial gives the plan and no credits, and an event that nobody can assign waits', async () => {
  await senders.card('invoice.paid', invoice(0, { amount_paid: 0 }))
  const waiting = await app.operator.inboundEvents({ receiver: 'cardpay', state: 'waiting', limit: 1 })
  expect(waiting).toMatchObject([{ note: 'the product of its subscription is not known yet' }])
  await senders.card('checkout.session.completed', checkout({ payment_status: 'no_payment_required', amount_total: 0 }))
  expect(await app.operator.inboundEvents({ receiver: 'cardpay', state: 'waiting', limit: 1 })).toEqual([])
  expect(await standing()).toMatchObject({ credits: 0, plan: 'Growth', status: 'active' })
})

const once = {
  card: (payment: string) =>
    senders.card(
      'checkout.session.completed',
      checkout({ subscription: null, invoice: null, payment_intent: payment }),
    ),
  regional: (invoice_id: string) =>
    senders.regional({ status: 'PAID', invoice_id, account_id: customer.accountId, product_id: GROWTH, amount: '20' }),
}
const back = {
  card: (payment_intent: string) =>
    senders.card('charge.refunded', { id: 'ch', payment_intent, amount: 2000, amount_refunded: 2000 }),
  regional: (invoice_id: string) => senders.regional({ status: 'REFUNDED', invoice_id, amount: '20' }),
}
test.each(['card', 'regional'] as const)(
  'a %s payment for a plan gives one period, a further one the next, and a refund ends it',
  async (way) => {
    const [first, second] = [uniqueId('pay'), uniqueId('pay')]
    for (let time = 0; time < 2; time++) await once[way](first)
    expect(await standing()).toEqual({
      credits: 200,
      plan: 'Growth',
      status: 'active',
      until: '2026-12-21',
      renews: false,
    })
    now = new Date(BEGIN.getTime() + 10 * DAY_MS)
    await once[way](second)
    await once[way](first)
    expect(await standing()).toMatchObject({ credits: 400, plan: 'Growth', until: '2027-01-21' })
    await back[way](second)
    expect(await standing()).toMatchObject({ credits: 200, plan: 'Growth', until: '2026-12-21' })
    now = new Date('2026-12-21T12:00:00Z')
    await settleDue()
    expect(await standing()).toMatchObject({ credits: 200, plan: 'Free' })

    const third = uniqueId('pay')
    await back[way](third)
    await once[way](third)
    expect(await standing()).toMatchObject({ credits: 200, plan: 'Free' })
  },
)
