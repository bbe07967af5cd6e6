import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let now = new Date('2026-11-21T12:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startApp({ clock: { now: () => now } })
})
afterAll(() => app.close())

const open = async (url: string) => {
  const reply = await fetch(url, { headers: { accept: 'text/html' } })
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}

test('an address of the portal opens once, with plan, credits and debt of its account', async () => {
  const { client, accountId } = await app.customer({ credits: 37, plan: 'Growth' })
  const { db } = app.core.database
  await inTransaction(db, (tx) =>
    app.core.ledger.takeBack(tx, { accountId, credits: 40, reference: 'appstore:1', note: 'Purchase refunded' }),
  )
  const { url } = await client.billing.createPortalSession()
  const all = await Promise.all(Array.from({ length: 5 }, () => open(url)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  const shown = all.find(({ status }) => status === 200)
  expect(shown?.type).toContain('text/html')
  for (const part of ['Growth', '<dd>0</dd>', '3, from refunded purchases', '/dashboard'])
    expect(shown?.text).toContain(part)
  expect(await client.account.credits()).toMatchObject({ credits: 0, debt: 3, renews: true })
})

test('an address of the portal expires after five minutes', async () => {
  const { client } = await app.customer()
  const { url } = await client.billing.createPortalSession()
  now = new Date(now.getTime() + 5 * 60_000)
  expect(await open(url)).toMatchObject({ status: 400, text: expect.stringContaining('opens once') })
})

test('a program is redirected to an address that opens', async () => {
  const { headers } = await app.customer({ plan: 'Pro' })
  const reply = await fetch(`${app.url}/api/billing/portal`, { headers, redirect: 'manual' })
  expect(reply.status).toBe(302)
  expect(await open(reply.headers.get('location') ?? '')).toMatchObject({ status: 200 })
})

test('the portal leads back to an address of this server, and to no other', async () => {
  const { client } = await app.customer()
  const { url } = await client.billing.createPortalSession({ return_url: `${app.url}/dashboard?from=app` })
  expect((await open(url)).text).toContain(`href="${app.url}/dashboard?from=app"`)
  for (const return_url of [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    `${app.url}.evil.example/`,
  ])
    await expect(client.billing.createPortalSession({ return_url }), return_url).rejects.toMatchObject({
      status: 400,
      code: 'url_not_allowed',
    })
})

test('the address of a 402 leads to the dashboard, which shows the plans', async () => {
  const { client } = await app.customer({ credits: 0 })
  const refused = await client.images.removeBackground({ image_url: 'https://example.com/ramen.jpg' }).then(
    () => undefined,
    (error: { upgradeUrl?: string }) => error.upgradeUrl,
  )
  expect(await open(refused ?? '')).toMatchObject({ status: 200, text: expect.stringContaining('<div id="app">') })
})

test('with the portal of a payment provider both lead there', async () => {
  const other = await startApp({ env: { PLATELIGHT_PORTAL_URL: 'https://pay.example/portal' } })
  try {
    const { client, headers } = await other.customer()
    expect(await client.billing.createPortalSession()).toEqual({ url: 'https://pay.example/portal' })
    const reply = await fetch(`${other.url}/api/billing/portal`, { headers, redirect: 'manual' })
    expect(reply.headers.get('location')).toBe('https://pay.example/portal')
  } finally {
    await other.close()
  }
})

test('plans are listed, and a credit costs less in every larger one', async () => {
  const { client } = await app.customer()
  const { plans } = await client.catalogs.plans()
  expect(plans.map(({ name }) => name)).toEqual(['Free', 'Starter', 'Growth', 'Pro', 'Enterprise'])
  expect(plans[1]).toMatchObject({ price_usd: 3, monthly_credits: 10, monthly_photos: 500 })
  const prices = plans.flatMap(({ price_usd, monthly_credits }) =>
    price_usd && monthly_credits > 0 ? [price_usd / monthly_credits] : [],
  )
  expect(prices).toHaveLength(3)
  expect([...prices].sort((a, b) => b - a)).toEqual(prices)
  expect(new Set(prices).size).toBe(3)
})

test('a plan that the operator gives shows when it renews, and grants its credits each month', async () => {
  const { client, email } = await app.customer({ credits: 0, plan: 'Free' })
  now = new Date('2026-11-25T10:00:00Z')
  await app.operator.setPlan(email, 'Growth')
  expect(await client.account.credits()).toMatchObject({
    credits: 200,
    subscription_plan: 'Growth',
    subscription_status: 'active',
    next_renewal: '2026-12-25T10:00:00.000Z',
    renews: true,
  })
  now = new Date('2027-02-26T10:00:00Z')
  await app.app.payments.subscriptions.settleDue()
  expect(await client.account.credits()).toMatchObject({ credits: 800, next_renewal: '2027-03-25T10:00:00.000Z' })
})

test('a subscription that ended says so, and leads back to Free', async () => {
  const { client, accountId } = await app.customer({ credits: 0, plan: 'Free' })
  const start = now
  const end = new Date(start.getTime() + 30 * 86_400_000)
  const state = (state: 'active' | 'grace' | 'expired', seconds: number) =>
    inTransaction(app.core.database.db, (tx) =>
      app.app.payments.subscriptions.apply(tx, {
        ...{ source: 'appstore', subscriptionId: accountId, accountId, productId: 'pro.monthly', plan: 'Pro' },
        ...{ state, willRenew: false, statedAt: new Date(start.getTime() + seconds * 1000) },
        period: { start, end, credits: 800 },
      }),
    )
  const shown = async () => {
    const { subscription_plan, subscription_status, renews } = await client.account.credits()
    return [subscription_plan, subscription_status, renews]
  }
  await state('active', 0)
  expect(await shown()).toEqual(['Pro', 'active', false])
  await state('grace', 1)
  expect(await shown()).toEqual(['Pro', 'grace', false])
  await state('expired', 2)
  expect(await shown()).toEqual(['Free', 'expired', true])
})

test('the credits of the startup program are given once to each account', async () => {
  const { email, credits } = await app.customer({ credits: 1 })
  const all = await Promise.allSettled(Array.from({ length: 3 }, () => app.operator.grantProgram(email, 'startup')))
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(app.operator.grantProgram(email, 'startup')).rejects.toMatchObject({ code: 'already_done' })
  expect(await credits()).toBe(1_001)
})
