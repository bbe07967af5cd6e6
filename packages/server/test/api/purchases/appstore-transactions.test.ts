import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ID, type AppStore, BUNDLE_ID, createAppStore } from '../../support/purchases/app-store.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let store: AppStore
let app: TestApp
let folder: string
let root: string
const envWith = (more: Record<string, string> = {}) => ({
  PLATELIGHT_APPSTORE_ROOT_CERTIFICATES: root,
  PLATELIGHT_APPSTORE_BUNDLE_ID: BUNDLE_ID,
  PLATELIGHT_APPSTORE_APP_ID: `${APP_ID}`,
  ...more,
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-roots-'))
  root = join(folder, 'root.pem')
  store = await createAppStore()
  await writeFile(root, store.rootPem)
  app = await startApp({ env: envWith() })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const verifying = async (signed_transaction: string, at = app) =>
  (await at.customer({ credits: 0 })).client.purchases.appstoreVerify({ signed_transaction })

test('a transaction grants its credits once, and a repeat says the same', async () => {
  const customer = await app.customer({ credits: 0 })
  const transaction = store.transaction()
  const signed_transaction = store.jws(transaction)
  const first = {
    transaction_id: transaction.transactionId,
    product_id: `${BUNDLE_ID}.credits.10`,
    status: 'granted',
    credits_granted: 10,
    credits: 10,
  }
  expect(await customer.client.purchases.appstoreVerify({ signed_transaction })).toEqual(first)
  expect(await customer.client.purchases.appstoreVerify({ signed_transaction })).toEqual({
    ...first,
    status: 'already_granted',
  })
  expect(await customer.credits()).toBe(10)
  expect(await customer.events()).toMatchObject([
    { type: 'credit.purchased', data: { credits: { amount: 10, balance: 10, source: 'appstore' } } },
  ])
})

test('two hundred copies of a purchase at once on four keys, by verifying, restoring and notification, grant it once', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => app.customer({ credits: 0 })))
  const transaction = store.transaction({ quantity: 2 })
  const copy = store.jws(transaction)
  const granted = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const { purchases } = customers[index % 4]!.client
      if (index % 10 === 9) {
        const body = store.notification('ONE_TIME_CHARGE', transaction)
        expect((await notify(body)).status).toBe(200)
        return 0
      }
      if (index % 2 === 0)
        return purchases.appstoreVerify({ signed_transaction: copy }).then(
          ({ status }) => Number(status === 'granted'),
          ({ code }) => {
            expect(code).toBe('already_done')
            return 0
          },
        )
      const { restored } = await purchases.appstoreRestore({ signed_transactions: [copy] })
      return Number(restored[0]?.status === 'granted')
    }),
  )
  expect(granted.reduce((sum, one) => sum + one, 0)).toBe(1)
  const balances = await Promise.all(customers.map((customer) => customer.credits()))
  expect(balances.sort()).toEqual([0, 0, 0, 20])
})

const notify = (body: string, at = app) =>
  fetch(`${at.url}/api/webhooks/appstore`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

test('a transaction that names its account by its token is granted to no other', async () => {
  const [buyer, other] = [await app.customer({ credits: 0 }), await app.customer({ credits: 0 })]
  const appAccountToken = randomUUID()
  const buy = () => ({ signed_transaction: store.jws(store.transaction({ appAccountToken })) })
  await buyer.client.purchases.appstoreVerify(buy())
  await expect(other.client.purchases.appstoreVerify(buy())).rejects.toMatchObject({
    status: 409,
    code: 'already_done',
  })
  expect([await buyer.credits(), await other.credits()]).toEqual([10, 0])
})

/** A JWS whose content says something else than what was signed. */
function changed(jws: string): string {
  const [header, payload = '', signature] = jws.split('.')
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...content, quantity: 10 })).toString('base64url')
  return [header, other, signature].join('.')
}

function unsigned(): string {
  const [, payload] = store.jws(store.transaction()).split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'none', x5c: store.x5c })).toString('base64url')
  return `${header}.${payload}.`
}

test.each<[string, string, () => string]>([
  ['of another app', 'wrong_bundle', () => store.jws(store.transaction({ bundleId: 'com.example.other' }))],
  ['of the sandbox', 'wrong_environment', () => store.jws(store.transaction({ environment: 'Sandbox' }))],
  ['of Xcode', 'wrong_environment', () => store.jws(store.transaction({ environment: 'Xcode' }))],
  ['of an unknown product', 'not_sold', () => store.jws(store.transaction({ productId: 'com.example.gold' }))],
  ['with a negative quantity', 'not_sold', () => store.jws(store.transaction({ quantity: -3 }))],
  ['with too large a quantity', 'not_sold', () => store.jws(store.transaction({ quantity: 1e15 }))],
  ['without an id', 'not_sold', () => store.jws(store.transaction({ transactionId: '' }))],
  ['shared by the family', 'not_sold', () => store.jws(store.transaction({ inAppOwnershipType: 'FAMILY_SHARED' }))],
  ['paid back', 'revoked', () => store.jws(store.transaction({ revocationDate: Date.now(), revocationReason: 0 }))],
  ['without certificates', 'unreadable', () => store.jws(store.transaction(), { alg: 'ES256' })],
  ['unsigned', 'signature_wrong', () => unsigned()],
  ['with two certificates', 'unreadable', () => store.jws({}, { alg: 'ES256', x5c: store.x5c.slice(0, 2) })],
  ['changed', 'signature_wrong', () => changed(store.jws(store.transaction()))],
  ['of four parts', 'signature_wrong', () => `${store.jws(store.transaction())}.x`],
  ['that is no JWS', 'unreadable', () => 'a.b.c'],
])('a transaction %s is refused with the reason %s', async (_, reason, signed) => {
  await expect(verifying(signed())).rejects.toMatchObject({
    status: 400,
    code: 'transaction_invalid',
    details: { reason },
  })
})

test('a chain of another root, an expired leaf and a leaf that is not of the store are refused with their reasons', async () => {
  const other = await createAppStore()
  await expect(verifying(other.jws(other.transaction()))).rejects.toMatchObject({
    details: { reason: 'untrusted_root' },
  })
  const wrongs = {
    expired: await createAppStore({ leafUntil: -1 }),
    foreign: await createAppStore({ leafOid: '1.2.3' }),
  }
  const file = join(folder, 'others.pem')
  await writeFile(file, `${wrongs.expired.rootPem}\n${wrongs.foreign.rootPem}`)
  const second = await startApp({ env: envWith({ PLATELIGHT_APPSTORE_ROOT_CERTIFICATES: `${root}, ${file}` }) })
  try {
    const { expired, foreign } = wrongs
    await expect(verifying(expired.jws(expired.transaction()), second)).rejects.toMatchObject({
      details: { reason: 'certificate_expired' },
    })
    await expect(verifying(foreign.jws(foreign.transaction()), second)).rejects.toMatchObject({
      details: { reason: 'signature_wrong' },
    })
    // What was signed while the certificate was valid stays valid.
    const signedDate = Date.now() - 10 * 86_400_000
    expect(await verifying(expired.jws(expired.transaction({ signedDate })), second)).toMatchObject({ credits: 10 })
    expect(await verifying(store.jws(store.transaction()), second)).toMatchObject({ credits: 10 })
  } finally {
    await second.close()
  }
})

test('a restore judges each transaction for itself', async () => {
  const { client } = await app.customer({ credits: 0 })
  const [good, foreign] = [store.transaction(), store.transaction({ bundleId: 'com.example.other' })]
  const signed_transactions = [store.jws(good), store.jws(foreign), 'x', store.jws(good)]
  expect(await client.purchases.appstoreRestore({ signed_transactions })).toMatchObject({
    restored: [
      { transaction_id: good.transactionId, status: 'granted', credits_granted: 10, error: null },
      { transaction_id: foreign.transactionId, status: 'rejected', error: expect.stringContaining(BUNDLE_ID) },
      { transaction_id: null, product_id: null, status: 'rejected', credits_granted: 0 },
      { transaction_id: good.transactionId, status: 'already_granted', credits_granted: 10 },
    ],
    credits: 10,
  })
})

test('a server that takes both environments keeps their transactions apart', async () => {
  const both = await startApp({ env: envWith({ PLATELIGHT_APPSTORE_ENVIRONMENTS: 'production,sandbox' }) })
  try {
    const transaction = store.transaction()
    expect(await verifying(store.jws(transaction), both)).toMatchObject({ status: 'granted' })
    const inSandbox = store.jws({ ...transaction, environment: 'Sandbox' })
    expect(await verifying(inSandbox, both)).toMatchObject({ status: 'granted' })
  } finally {
    await both.close()
  }
})

test('without settings products are an empty list, and verifying answers 503 with the setting that is missing', async () => {
  const bare = await startApp()
  try {
    const { client } = await bare.customer()
    expect(await client.purchases.appstoreProducts()).toEqual({ products: [] })
    const setting = 'PLATELIGHT_APPSTORE_ROOT_CERTIFICATES'
    const missing = { status: 503, code: 'not_configured', details: { setting } }
    await expect(client.purchases.appstoreVerify({ signed_transaction: 'x' })).rejects.toMatchObject(missing)
    await expect(client.purchases.appstoreRestore({ signed_transactions: [] })).rejects.toMatchObject(missing)
    const reply = await notify(JSON.stringify({ signedPayload: 'x' }), bare)
    expect([reply.status, await reply.json()]).toMatchObject([503, { error: { code: 'not_configured', setting } }])
  } finally {
    await bare.close()
  }
  expect((await (await app.customer()).client.purchases.appstoreProducts()).products).toContainEqual({
    product_id: `${BUNDLE_ID}.credits.10`,
    type: 'consumable',
    name: '10 credits',
    credits: 10,
    plan: null,
    period: null,
  })
})
