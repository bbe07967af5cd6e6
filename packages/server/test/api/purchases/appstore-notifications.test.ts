import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotificationTypeV2 } from '@apple/app-store-server-library'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ID, type AppStore, BUNDLE_ID, createAppStore } from '../../support/purchases/app-store.ts'
import published from '../../support/purchases/published-vectors.json' with { type: 'json' }
import { startApp, type TestApp } from '../../support/start-app.ts'

const DAY_MS = 86_400_000
const GROWTH = `${BUNDLE_ID}.growth.monthly`

let store: AppStore
let app: TestApp
let folder: string
const start = (env: Record<string, string> = {}) =>
  startApp({
    env: {
      PLATELIGHT_APPSTORE_ROOT_CERTIFICATES: join(folder, 'root.pem'),
      PLATELIGHT_APPSTORE_BUNDLE_ID: BUNDLE_ID,
      PLATELIGHT_APPSTORE_APP_ID: `${APP_ID}`,
      ...env,
    },
  })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-roots-'))
  store = await createAppStore()
  await writeFile(join(folder, 'root.pem'), store.rootPem)
  app = await start()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const send = async (body: string, at = app) => {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${at.url}/api/webhooks/appstore`, { method: 'POST', body, headers })
  return { status: reply.status, ...((await reply.json()) as object) }
}
const latest = async (at = app) => (await at.operator.inboundEvents({ receiver: 'appstore', limit: 1 }))[0]

/** An account whose app sets its token on purchases. */
async function owner() {
  const customer = await app.customer({ credits: 0, plan: 'Free' })
  const { app_account_token: appAccountToken } = await customer.client.purchases.subscriptionsConfig()
  return { ...customer, appAccountToken }
}
/** A period of a monthly subscription that began some days ago. */
const period = (wish: { daysAgo?: number; [field: string]: unknown }) => {
  const { daysAgo = 0, ...more } = wish
  const purchaseDate = Date.now() - daysAgo * DAY_MS
  const dates = { purchaseDate, expiresDate: purchaseDate + 30 * DAY_MS }
  return store.transaction({ productId: GROWTH, type: 'Auto-Renewable Subscription', ...dates, ...more })
}

test('a purchase is booked for the account of its token, once per transaction, with a byte-order mark, too', async () => {
  const { appAccountToken, credits } = await owner()
  const transaction = store.transaction({ appAccountToken: appAccountToken.toUpperCase() })
  const body = store.notification('ONE_TIME_CHARGE', transaction)
  expect(await send(`\uFEFF${body}`)).toEqual({ status: 200, received: true, duplicate: false })
  expect(await send(body)).toMatchObject({ duplicate: true })
  expect(await send(store.notification('ONE_TIME_CHARGE', transaction))).toMatchObject({ duplicate: false })
  expect(await credits()).toBe(10)
})

test('a purchase without a known account waits, and is booked when an app shows a transaction with its token', async () => {
  const appAccountToken = randomUUID()
  const [first, second] = [store.transaction({ appAccountToken }), store.transaction({ appAccountToken })]
  await send(store.notification('ONE_TIME_CHARGE', first))
  expect(await latest()).toMatchObject({ state: 'waiting', note: 'ONE_TIME_CHARGE: its account is not known yet' })
  const customer = await app.customer({ credits: 0 })
  await customer.client.purchases.appstoreVerify({ signed_transaction: store.jws(second) })
  expect(await customer.credits()).toBe(20)
  expect(await latest()).toMatchObject({ state: 'booked' })
})

test('a refund takes its credits back once, and a reversal gives them back once, in any order', async () => {
  const { appAccountToken, credits, entries } = await owner()
  const transaction = store.transaction({ appAccountToken, quantity: 3 })
  const at = Date.now()
  const refunded = { ...transaction, revocationDate: at, revocationReason: 1 }
  // Before its purchase.
  await send(store.notification('REFUND', refunded, { signedDate: at }))
  await send(store.notification('ONE_TIME_CHARGE', transaction))
  expect(await credits()).toBe(0)
  await send(store.notification('REFUND', refunded, { signedDate: at }))
  expect(await credits()).toBe(0)
  await send(store.notification('REFUND_REVERSED', transaction, { signedDate: at + 2_000 }))
  expect(await credits()).toBe(30)
  // One that was signed before the reversal comes after it.
  await send(store.notification('REFUND', refunded, { signedDate: at + 1_000 }))
  await send(store.notification('REFUND_REVERSED', transaction, { signedDate: at + 2_000 }))
  expect(await credits()).toBe(30)
  const part = { ...refunded, revocationType: 'REFUND_PRORATED', revocationPercentage: 50_000 }
  await send(store.notification('REFUND', part, { signedDate: at + 3_000 }))
  expect(await credits()).toBe(15)
  expect((await entries()).map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
    ['purchase', 30],
    ['take_back', -30],
    ['grant', 30],
    ['take_back', -15],
  ])
})

test('a subscription gives its plan and each period its credits once, until it ends', async () => {
  const { appAccountToken, credits, client } = await owner()
  const plan = async () => (await client.account.credits()).subscription_plan
  const first = period({ appAccountToken, daysAgo: 40 })
  const renewed = period({ appAccountToken, daysAgo: 10, originalTransactionId: first.transactionId })
  const at = Date.now()
  await send(store.notification('DID_RENEW', renewed, { signedDate: at, status: 1, renewal: { autoRenewStatus: 1 } }))
  expect([await plan(), await credits()]).toEqual(['Growth', 200])
  // The first period comes last: its credits are missing, its state is old.
  const initial = { subtype: 'INITIAL_BUY', signedDate: at - 40 * DAY_MS, status: 1 }
  await send(store.notification('SUBSCRIBED', first, initial))
  await client.purchases.appstoreRestore({ signed_transactions: [store.jws(first), store.jws(renewed)] })
  expect([await plan(), await credits()]).toEqual(['Growth', 400])
  // The refund of an earlier period leaves the plan.
  await send(store.notification('REFUND', { ...first, revocationDate: at }, { signedDate: at + 1_000, status: 1 }))
  expect([await plan(), await credits()]).toEqual(['Growth', 200])
  await send(store.notification('REFUND_REVERSED', first, { signedDate: at + 1_100, status: 1 }))
  await app.app.payments.subscriptions.settleDue()
  expect([await plan(), await credits()]).toEqual(['Growth', 400])
  await send(store.notification('REFUND', { ...first, revocationDate: at }, { signedDate: at + 1_200, status: 1 }))
  const off = { subtype: 'AUTO_RENEW_DISABLED', signedDate: at + 2_000, status: 1, renewal: { autoRenewStatus: 0 } }
  await send(store.notification('DID_CHANGE_RENEWAL_STATUS', renewed, off))
  expect(await plan()).toBe('Growth')
  const grace = { subtype: 'GRACE_PERIOD', signedDate: at + 3_000, status: 4 }
  await send(store.notification('DID_FAIL_TO_RENEW', renewed, grace))
  expect(await plan()).toBe('Growth')
  await send(store.notification('GRACE_PERIOD_EXPIRED', renewed, { signedDate: at + 4_000, status: 3 }))
  expect(await plan()).toBe('Free')
  const recovered = period({ appAccountToken, originalTransactionId: first.transactionId })
  const recovery = { subtype: 'BILLING_RECOVERY', signedDate: at + 5_000, status: 1 }
  await send(store.notification('DID_RENEW', recovered, recovery))
  expect([await plan(), await credits()]).toEqual(['Growth', 400])
  const revoked = { ...recovered, revocationDate: at + 6_000 }
  await send(store.notification('REFUND', revoked, { signedDate: at + 6_000, status: 5 }))
  await send(store.notification('EXPIRED', revoked, { subtype: 'VOLUNTARY', signedDate: at + 6_500, status: 2 }))
  expect([await plan(), await credits()]).toEqual(['Free', 200])
  await send(store.notification('REFUND_REVERSED', recovered, { signedDate: at + 7_000, status: 1 }))
  expect([await plan(), await credits()]).toEqual(['Growth', 400])
  await send(store.notification('EXPIRED', recovered, { subtype: 'VOLUNTARY', signedDate: at + 8_000, status: 2 }))
  expect([await plan(), await credits()]).toEqual(['Free', 400])
})

test('a subscription that is reported before its account is known is granted when an app shows it', async () => {
  const first = period({})
  await send(store.notification('SUBSCRIBED', first, { subtype: 'INITIAL_BUY', status: 1 }))
  const customer = await app.customer({ credits: 0, plan: 'Free' })
  const signed_transaction = store.jws(first)
  const granted = { status: 'granted', credits_granted: 200, credits: 200 }
  expect(await customer.client.purchases.appstoreVerify({ signed_transaction })).toMatchObject(granted)
  expect((await customer.client.account.credits()).subscription_plan).toBe('Growth')
  const other = await app.customer({ credits: 0, plan: 'Free' })
  await expect(other.client.purchases.appstoreVerify({ signed_transaction })).rejects.toMatchObject({ status: 409 })
})

test.each(Object.values(NotificationTypeV2))('a notification %s is booked or stored with a reason', async (type) => {
  expect(await send(store.notification(type, undefined))).toMatchObject({ status: 200, duplicate: false })
  const event = await latest()
  expect(event).toMatchObject({ state: 'ignored', note: expect.stringMatching(`^${type}: [a-z]`) })
  expect(event?.note).not.toContain('unknown')
})

test('a type that the store adds one day is stored with a reason', async () => {
  expect(await send(store.notification('SOMETHING_NEW', store.transaction()))).toMatchObject({ status: 200 })
  expect(await latest()).toMatchObject({ state: 'ignored', note: 'SOMETHING_NEW: the type is unknown' })
})

test.each<[string, () => string, RegExp]>([
  ['of another app', () => store.notification('TEST', undefined, { bundleId: 'com.example.other' }), /another app/],
  ['of the sandbox', () => store.notification('TEST', undefined, { environment: 'Sandbox' }), /another environment/],
  ['of another app id', () => store.notification('TEST', undefined, { appAppleId: 7 }), /names another app/],
  [
    'about a purchase in another app',
    () => store.notification('ONE_TIME_CHARGE', store.transaction({ bundleId: 'com.example.other' })),
    /another app/,
  ],
  ['that is no JWS', () => JSON.stringify({ signedPayload: 'a.b.c' }), /no JWS/],
])('a notification %s is refused with the reason, and nothing is stored', async (_, body, reason) => {
  const before = await latest()
  const reply = await send(body())
  expect(reply).toMatchObject({ status: 401, error: { code: 'unauthorized', message: expect.stringMatching(reason) } })
  expect(await latest()).toEqual(before)
})

/** A JWS that Apple publishes with its library, with the header that was signed. */
type Vector = 'testNotification' | 'missingX5CHeaderClaim' | 'wrongBundleId' | 'renewalInfo' | 'transactionInfo'
function vector(name: Vector): string {
  const { chain, payload, signature } = published[name]
  const x5c = published.chains[chain as keyof typeof published.chains]
  const rest = { typ: 'JWT', alg: 'ES256' }
  const header = name === 'missingX5CHeaderClaim' ? { ...rest, x5cwrong: x5c } : { x5c, ...rest }
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`
}

test('the vectors that Apple publishes with its library are judged as there', async () => {
  const file = join(folder, 'published.der')
  await writeFile(file, Buffer.from(published.root, 'base64'))
  const env = { PLATELIGHT_APPSTORE_ROOT_CERTIFICATES: file, PLATELIGHT_APPSTORE_BUNDLE_ID: 'com.example' }
  const sandbox = await start({ ...env, PLATELIGHT_APPSTORE_ENVIRONMENTS: 'sandbox' })
  const production = await start(env)
  try {
    const sending = (name: Vector, at: TestApp) => send(JSON.stringify({ signedPayload: vector(name) }), at)
    expect(await sending('testNotification', sandbox)).toEqual({ status: 200, received: true, duplicate: false })
    expect(await latest(sandbox)).toMatchObject({ state: 'ignored', note: 'TEST: it is a test' })
    const refused = (reason: string) => ({ status: 401, error: { reason } })
    expect(await sending('testNotification', production)).toMatchObject(refused('wrong_environment'))
    expect(await sending('wrongBundleId', sandbox)).toMatchObject(refused('wrong_bundle'))
    expect(await sending('missingX5CHeaderClaim', sandbox)).toMatchObject(refused('unreadable'))
    const { client } = await sandbox.customer()
    const verifying = (name: Vector) => client.purchases.appstoreVerify({ signed_transaction: vector(name) })
    // It is verified, but names no transaction.
    await expect(verifying('transactionInfo')).rejects.toMatchObject({ details: { reason: 'not_sold' } })
    await expect(verifying('renewalInfo')).rejects.toMatchObject({ details: { reason: 'wrong_bundle' } })
  } finally {
    await sandbox.close()
    await production.close()
  }
})
