import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BUNDLE_ID } from '../../support/purchases/app-store.ts'
import { startSubscriptionProvider } from '../../support/purchases/subscription-provider.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const SECRET = 'shared-with-the-provider'
const DAY_MS = 86_400_000
const GROWTH = `${BUNDLE_ID}.growth.monthly`
const CREDITS = `${BUNDLE_ID}.credits.50`

let provider: Awaited<ReturnType<typeof startSubscriptionProvider>>
let app: TestApp
let later = 0
beforeAll(async () => {
  provider = await startSubscriptionProvider()
  app = await startApp({
    clock: { now: () => new Date(Date.now() + later) },
    env: {
      PLATELIGHT_SUBSCRIPTIONS_URL: provider.url,
      PLATELIGHT_SUBSCRIPTIONS_KEY: 'sk_provider',
      PLATELIGHT_SUBSCRIPTIONS_SECRET: SECRET,
      PLATELIGHT_APPSTORE_BUNDLE_ID: BUNDLE_ID,
    },
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  later = 0
  provider.fail(undefined)
  provider.answersAt(undefined)
})

const unique = () => randomBytes(6).toString('hex')
const subscriberOf = () => app.customer({ credits: 0, plan: 'Free' })
type Subscriber = Awaited<ReturnType<typeof subscriberOf>>
const standing = async ({ client, credits }: Subscriber) => [
  (await client.account.credits()).subscription_plan,
  await credits(),
]
/** A subscription that was renewed some days ago. */
const growth = (daysAgo = 0, more: object = {}) => ({
  [GROWTH]: {
    store: 'app_store',
    is_sandbox: false,
    original_purchase_date: '2025-01-01T00:00:00Z',
    purchase_date: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    expires_date: new Date(Date.now() + (30 - daysAgo) * DAY_MS).toISOString(),
    store_transaction_id: unique(),
    ...more,
  },
})
const send = async (event: object, authorization: string | undefined = SECRET, wrapped = true) => {
  const reply = await fetch(`${app.url}/api/webhooks/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(wrapped ? { api_version: '1.0', event: { id: unique(), ...event } } : event),
  })
  return { status: reply.status, ...((await reply.json()) as object) }
}
const latest = async () => (await app.operator.inboundEvents({ receiver: 'subscriptions', limit: 1 }))[0]

test('a sync reads the subscriber of the account, and a repeat grants nothing more', async () => {
  const customer = await subscriberOf()
  const { client, accountId } = customer
  expect(await client.purchases.subscriptionsSync()).toMatchObject({ subscription_plan: 'Free', credits_granted: 0 })
  const once = {
    id: unique(),
    purchase_date: new Date().toISOString(),
    store: 'app_store',
    store_transaction_id: unique(),
  }
  provider.subscribers.set(accountId, { subscriptions: growth(), non_subscriptions: { [CREDITS]: [once] } })
  const synced = { status: 'synced', subscription_plan: 'Growth', credits: 250 }
  expect(await client.purchases.subscriptionsSync()).toMatchObject({ ...synced, credits_granted: 250 })
  expect(await client.purchases.subscriptionsSync()).toMatchObject({ ...synced, credits_granted: 0 })
  expect(await standing(customer)).toEqual(['Growth', 250])
  const { path, authorization } = provider.requests.at(-1) ?? {}
  expect([path, authorization]).toEqual([`/v1/subscribers/${accountId}`, 'Bearer sk_provider'])
  expect(JSON.stringify(await client.purchases.subscriptionsConfig())).not.toContain('sk_provider')
})

test('twenty syncs and events at once grant a period once', async () => {
  const customer = await subscriberOf()
  provider.subscribers.set(customer.accountId, { subscriptions: growth() })
  const event = { type: 'RENEWAL', app_user_id: customer.accountId }
  const all = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? customer.client.purchases.subscriptionsSync() : send(event),
  )
  await Promise.all(all)
  expect(await standing(customer)).toEqual(['Growth', 200])
})

test('an event names the subscriber, whether it is wrapped or not, and the provider says what they have', async () => {
  const customer = await subscriberOf()
  provider.subscribers.set(customer.accountId, { subscriptions: growth() })
  const event = { id: unique(), type: 'renewal', app_user_id: customer.accountId, product_id: 'com.example.anything' }
  expect(await send(event, `Bearer ${SECRET}`, false)).toEqual({ status: 200, received: true, duplicate: false })
  expect(await send(event, SECRET, false)).toMatchObject({ duplicate: true })
  expect(await standing(customer)).toEqual(['Growth', 200])
})

test('what the catalogue does not have is left, and the note of the event says so', async () => {
  const customer = await subscriberOf()
  const subscriptions = { ...growth(), 'com.example.gold': growth()[GROWTH] }
  provider.subscribers.set(customer.accountId, { subscriptions })
  await send({ type: 'RENEWAL', app_user_id: customer.accountId })
  const note = 'RENEWAL: 1 read, 200 credits granted; not in the catalogue: com.example.gold'
  expect(await latest()).toMatchObject({ state: 'booked', note })
})

test('an answer with a clock that is ahead makes no later one old', async () => {
  const customer = await subscriberOf()
  const store_transaction_id = unique()
  provider.subscribers.set(customer.accountId, { subscriptions: growth(0, { store_transaction_id }) })
  provider.answersAt(() => new Date(Date.now() + 400 * DAY_MS))
  await customer.client.purchases.subscriptionsSync()
  provider.answersAt(undefined)
  later = 1_000
  const refunded = { store_transaction_id, refunded_at: new Date().toISOString() }
  provider.subscribers.set(customer.accountId, { subscriptions: growth(0, refunded) })
  provider.answersAt(() => new Date(Date.now() + 500))
  await customer.client.purchases.subscriptionsSync()
  expect(await standing(customer)).toEqual(['Free', 0])
})

test('an event without the shared value is refused, and nothing is stored', async () => {
  const before = await latest()
  for (const wrong of ['', 'shared', `${SECRET} `.repeat(2), `Basic ${SECRET}`])
    expect(await send({ app_user_id: 'acc_1' }, wrong)).toMatchObject({ status: 401, error: { code: 'unauthorized' } })
  expect(await latest()).toEqual(before)
})

test('while the provider is out, a sync answers 503, and an event is stored and booked by itself later', async () => {
  const customer = await subscriberOf()
  provider.subscribers.set(customer.accountId, { subscriptions: growth() })
  for (const outage of [
    { status: 500 },
    { status: 401 },
    { status: 200, body: 'no JSON' },
    { status: 200, body: '[]' },
  ]) {
    provider.fail(outage)
    const refused = { status: 503, code: 'provider_unavailable' }
    await expect(customer.client.purchases.subscriptionsSync()).rejects.toMatchObject(refused)
  }
  expect(await send({ type: 'RENEWAL', app_user_id: customer.accountId })).toMatchObject({ status: 503 })
  expect(await latest()).toMatchObject({ state: 'failed', attempts: 1 })
  await app.app.payments.inbound.bookDue()
  expect(await latest()).toMatchObject({ state: 'failed', attempts: 1 })
  provider.fail(undefined)
  later = 3 * 60_000
  await app.app.payments.inbound.bookDue()
  expect(await latest()).toMatchObject({ state: 'booked', attempts: 2 })
  expect(await standing(customer)).toEqual(['Growth', 200])
})

test('the answer of yesterday changes no plan, whatever time it is given', async () => {
  const customer = await subscriberOf()
  const { accountId, client } = customer
  const ended = growth(31, { store_transaction_id: `first-${accountId}` })
  provider.subscribers.set(accountId, { subscriptions: growth(1, { store_transaction_id: `second-${accountId}` }) })
  await client.purchases.subscriptionsSync()
  expect(await standing(customer)).toEqual(['Growth', 200])
  provider.subscribers.set(accountId, { subscriptions: ended })
  provider.answersAt(() => new Date(Date.now() - DAY_MS))
  await client.purchases.subscriptionsSync()
  // Its first period was paid, too.
  expect(await standing(customer)).toEqual(['Growth', 400])
  provider.answersAt(undefined)
  await client.purchases.subscriptionsSync()
  expect(await standing(customer)).toEqual(['Growth', 400])
})

test('a subscriber that is moved between accounts takes the plan along, and no period is granted twice', async () => {
  const [from, to] = [await subscriberOf(), await subscriberOf()]
  const subscriptions = growth()
  provider.subscribers.set(from.accountId, { subscriptions })
  await from.client.purchases.subscriptionsSync()
  expect(await standing(from)).toEqual(['Growth', 200])
  provider.subscribers.set(from.accountId, {})
  provider.subscribers.set(to.accountId, { subscriptions })
  await send({ type: 'TRANSFER', transferred_from: [from.accountId], transferred_to: [to.accountId] })
  expect([await standing(from), await standing(to)]).toEqual([
    ['Free', 200],
    ['Growth', 0],
  ])
  const renewed = growth(0, { store_transaction_id: unique() })
  const [next] = Object.values(renewed)
  const dates = { purchase_date: new Date(Date.now() + 1_000).toISOString(), expires_date: next!.expires_date }
  provider.subscribers.set(to.accountId, { subscriptions: { [GROWTH]: { ...next!, ...dates } } })
  await send({ type: 'RENEWAL', app_user_id: to.accountId })
  expect([await standing(from), await standing(to)]).toEqual([
    ['Free', 200],
    ['Growth', 200],
  ])
})

test('grace keeps the plan, and a refund or the end of a period takes it', async () => {
  const customer = await subscriberOf()
  const states: readonly [subscriptions: object, plan: string][] = [
    [growth(31, { grace_period_expires_date: new Date(Date.now() + DAY_MS).toISOString() }), 'Growth'],
    [growth(31, { billing_issues_detected_at: new Date().toISOString() }), 'Free'],
    [growth(0, { unsubscribe_detected_at: new Date().toISOString() }), 'Growth'],
    [growth(0, { refunded_at: new Date().toISOString() }), 'Free'],
    [growth(0, { is_sandbox: true }), 'Free'],
    [growth(0, { ownership_type: 'FAMILY_SHARED' }), 'Free'],
    [{ 'com.example.unknown': growth()[GROWTH] }, 'Free'],
  ]
  for (const [subscriptions, plan] of states) {
    const one = await subscriberOf()
    provider.subscribers.set(one.accountId, { subscriptions })
    await one.client.purchases.subscriptionsSync()
    expect((await standing(one))[0], JSON.stringify(subscriptions)).toBe(plan)
  }
  expect(await standing(customer)).toEqual(['Free', 0])
})

test('an event about a subscriber without an account waits for it', async () => {
  const customer = await subscriberOf()
  const anonymous = `$anonymous:${unique()}`
  expect(await send({ type: 'INITIAL_PURCHASE', app_user_id: anonymous })).toMatchObject({ status: 200 })
  expect(await latest()).toMatchObject({ state: 'waiting', waits_for: `subscriber:${anonymous}` })
  const subscriber = { original_app_user_id: anonymous, subscriptions: growth() }
  provider.subscribers.set(anonymous, subscriber)
  provider.subscribers.set(customer.accountId, subscriber)
  await customer.client.purchases.subscriptionsSync()
  expect(await latest()).toMatchObject({ state: 'booked' })
  expect(await standing(customer)).toEqual(['Growth', 200])
  expect(await send({ type: 'TEST' })).toMatchObject({ status: 200 })
  expect(await latest()).toMatchObject({ state: 'ignored', note: 'TEST: it names no subscriber' })
})

test('an operator books an event again that failed', async () => {
  const customer = await subscriberOf()
  provider.subscribers.set(customer.accountId, { subscriptions: growth() })
  provider.fail({ status: 500 })
  await send({ type: 'RENEWAL', app_user_id: customer.accountId })
  provider.fail(undefined)
  const event = await latest()
  expect(await app.operator.replayInbound(event!.id)).toMatchObject({ state: 'booked' })
  expect(await standing(customer)).toEqual(['Growth', 200])
})

test('the content of events is cleared after its time and with its account, and repetitions are still known', async () => {
  const [leaving, staying] = [await subscriberOf(), await subscriberOf()]
  const events = [leaving, staying].map(({ accountId }) => ({ id: unique(), type: 'RENEWAL', app_user_id: accountId }))
  for (const event of events) await send(event)
  // It fails, and only its content says whose it is.
  const failed = { id: unique(), type: 'RENEWAL', app_user_id: leaving.accountId }
  provider.fail({ status: 500 })
  await send(failed)
  provider.fail(undefined)
  const rowOf = async (event: { id: string }) =>
    app.core.database.db
      .selectFrom('inbound_events')
      .selectAll()
      .where('event_key', '=', event.id)
      .executeTakeFirstOrThrow()
  await leaving.client.account.delete()
  await expect.poll(async () => [(await rowOf(events[0]!)).body, (await rowOf(failed)).body]).toEqual(['', ''])
  expect(await rowOf(events[1]!)).toMatchObject({ cleared_at: null, account_id: staying.accountId })
  expect(await app.operator.inboundEvent((await rowOf(events[1]!)).id)).toMatchObject({
    body: expect.stringContaining(staying.accountId),
  })
  later = 91 * DAY_MS
  await app.app.payments.inbound.clear()
  for (const event of events) {
    const row = await rowOf(event)
    expect(row).toMatchObject({ body: '', account_id: null, state: 'booked', cleared_at: expect.any(String) })
    expect(await send(event)).toMatchObject({ status: 200, duplicate: true })
    await expect(app.operator.replayInbound(row.id)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('without its settings the receiver and a sync answer 503 and name one', async () => {
  const bare = await startApp()
  try {
    const { client } = await bare.customer()
    const setting = 'PLATELIGHT_SUBSCRIPTIONS_URL'
    await expect(client.purchases.subscriptionsSync()).rejects.toMatchObject({ status: 503, details: { setting } })
    expect(await client.purchases.subscriptionsConfig()).toMatchObject({ enabled: false, products: [] })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${bare.url}/api/webhooks/subscriptions`, { method: 'POST', headers, body: '{}' })
    expect([reply.status, await reply.json()]).toMatchObject([503, { error: { code: 'not_configured', setting } }])
  } finally {
    await bare.close()
  }
})
