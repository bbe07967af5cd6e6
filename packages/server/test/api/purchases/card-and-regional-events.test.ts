import { createHmac, randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'

const CARDPAY = 'whsec_of_the_card_provider'
const REGIONAL = 'secret-of-the-regional-provider'
const SECRETS = { PLATELIGHT_CARDPAY_SECRET: CARDPAY, PLATELIGHT_REGIONALPAY_SECRET: REGIONAL }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: SECRETS })
})
afterAll(() => app.close())

type Customer = Awaited<ReturnType<TestApp['customer']>>
let customer: Customer
let accountId: string
beforeEach(async () => {
  customer = await app.customer({ credits: 0 })
  accountId = (await customer.client.auth.me()).id
})

const post = (path: string, body: string | Buffer, headers: Record<string, string>, at = app) =>
  fetch(`${at.url}/api/webhooks/${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

const unique = () => randomBytes(6).toString('hex')
const cardSignature = (payload: string, timestamp = Math.floor(Date.now() / 1000), secret = CARDPAY) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
const card = async (type: string, object: object, id = `evt_${unique()}`) => {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const reply = await post('cardpay', payload, { 'x-cardpay-signature': cardSignature(payload) })
  return { status: reply.status, ...((await reply.json()) as object) }
}
const checkout = (payment: string, more: object = {}) => ({
  id: `cs_${payment}`,
  payment_status: 'paid',
  payment_intent: payment,
  client_reference_id: accountId,
  metadata: { credits: '50' },
  ...more,
})
const canonical = (fields: Record<string, string>) =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
const regional = (fields: Record<string, string>, form = false) => {
  const signature = createHmac('sha256', REGIONAL).update(canonical(fields)).digest('hex')
  const body = form ? new URLSearchParams(fields).toString() : JSON.stringify(fields)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  return post('regionalpay', body, { 'x-regionalpay-signature': signature, 'content-type': type })
}
const kinds = async () => (await customer.entries()).map(({ kind, amount }) => [kind, Number(amount)])

test('a paid checkout is booked once, however often and by however many at once it is sent', async () => {
  const payment = `pi_${unique()}`
  const id = `evt_${unique()}`
  const all = await Promise.all(
    Array.from({ length: 12 }, () => card('checkout.session.completed', checkout(payment), id)),
  )
  expect(all.every(({ status }) => status === 200)).toBe(true)
  expect(await card('checkout.session.completed', checkout(payment), id)).toMatchObject({
    received: true,
    duplicate: true,
  })
  expect(await card('checkout.session.completed', checkout(payment))).toMatchObject({ duplicate: false })
  expect(await kinds()).toEqual([['purchase', 50]])
  expect(await customer.credits()).toBe(50)
  expect(await customer.events()).toMatchObject([
    {
      type: 'credit.purchased',
      data: { credits: { amount: 50, balance: 50, source: 'cardpay', transactionId: payment } },
    },
  ])
})

test('a refund takes back its share, also before its payment, and a dispute that is won gives everything back', async () => {
  const payment = `pi_${unique()}`
  expect(
    (await card('charge.refunded', { id: 'ch_1', payment_intent: payment, amount: 1000, amount_refunded: 500 })).status,
  ).toBe(200)
  await card('checkout.session.completed', checkout(payment))
  expect(await customer.credits()).toBe(25)
  await card('charge.dispute.funds_withdrawn', { id: 'dp_1', charge: 'ch_1', payment_intent: payment })
  expect(await customer.credits()).toBe(0)
  await card('charge.dispute.funds_reinstated', { id: 'dp_1', charge: 'ch_1', payment_intent: payment })
  expect(await customer.credits()).toBe(50)
})

test.each([
  ['none', () => ({})],
  ['of another secret', (body: string) => ({ 'x-cardpay-signature': cardSignature(body, undefined, 'whsec_other') })],
  [
    'six minutes old',
    (body: string) => ({ 'x-cardpay-signature': cardSignature(body, Math.floor(Date.now() / 1000) - 360) }),
  ],
  ['of other bytes', (body: string) => ({ 'x-cardpay-signature': cardSignature(` ${body}`) })],
] as const)('a card event with a signature that is %s is refused, and nothing is stored', async (_, headers) => {
  const body = JSON.stringify({
    id: 'evt_x',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: checkout('pi_x') },
  })
  const reply = await post('cardpay', body, headers(body))
  expect(reply.status).toBe(401)
  const stored = app.core.database.db.selectFrom('inbound_events').selectAll().where('event_key', '=', 'evt_x')
  expect(await stored.execute()).toEqual([])
})

test('a card event that is signed without the library is accepted, also with a byte-order mark, and not when written anew', async () => {
  const signedBy = (bytes: Buffer, t = Math.floor(Date.now() / 1000)) => {
    const hmac = createHmac('sha256', CARDPAY).update(`${t}.`).update(bytes)
    return { 'x-cardpay-signature': `t=${t},v1=${hmac.digest('hex')}` }
  }
  const event = {
    id: `evt_${unique()}`,
    type: 'checkout.session.completed',
    data: { object: checkout(`pi_${unique()}`) },
  }
  const body = Buffer.from(`\uFEFF${JSON.stringify(event, null, 1)}`)
  const written = Buffer.from(JSON.stringify(event))
  expect((await post('cardpay', written, signedBy(body))).status).toBe(401)
  expect((await post('cardpay', body, signedBy(written))).status).toBe(401)
  expect((await post('cardpay', body, signedBy(body, Math.floor(Date.now() / 1000) - 301))).status).toBe(401)
  expect(await (await post('cardpay', body, signedBy(body))).json()).toEqual({ received: true, duplicate: false })
  expect(await customer.credits()).toBe(50)
})

test('amounts that make no sense book nothing, and the note says which', async () => {
  const payment = `pi_${unique()}`
  await card('checkout.session.completed', checkout(payment))
  const notes: string[] = []
  const noteOf = async (receiver: 'cardpay' | 'regionalpay') => {
    const [event] = await app.operator.inboundEvents({ receiver, limit: 1 })
    notes.push(`${event?.state}: ${event?.note}`)
  }
  for (const [amount, amount_refunded] of [
    [1000, -500],
    [1000, 1001],
    [0, 0],
  ]) {
    await card('charge.refunded', { id: 'ch_1', payment_intent: payment, amount, amount_refunded })
    await noteOf('cardpay')
  }
  for (const credits of ['-5', '1e9', '99999999', '0', '5.5']) {
    await card('checkout.session.completed', checkout(`pi_${unique()}`, { metadata: { credits } }))
    await noteOf('cardpay')
  }
  await card('checkout.session.completed', checkout(`pi_${unique()}`, { metadata: { product_id: 'gold' } }))
  await noteOf('cardpay')
  const paid = { status: 'PAID', account_id: accountId, credits: '40' }
  for (const amount of ['-19.00', '0', 'many', '1e999']) {
    await regional({ ...paid, invoice_id: `rp-${unique()}`, amount })
    await noteOf('regionalpay')
  }
  for (const refunded_amount of ['-1', '20', '']) {
    await regional({ status: 'REFUNDED', invoice_id: `rp-${unique()}`, amount: '19', refunded_amount })
    await noteOf('regionalpay')
  }
  expect(notes.filter((note) => !/^ignored: (its|the product) /.test(note))).toEqual([])
  expect(await customer.credits()).toBe(50)
})

test('a refund that is older than what is known changes nothing', async () => {
  const payment = `pi_${unique()}`
  await card('checkout.session.completed', checkout(payment))
  const disputed = async (type: string, created: number) => {
    const object = { id: 'dp_1', charge: 'ch_1', payment_intent: payment }
    const payload = JSON.stringify({ id: `evt_${unique()}`, object: 'event', type, created, data: { object } })
    await post('cardpay', payload, { 'x-cardpay-signature': cardSignature(payload) })
    return customer.credits()
  }
  expect(await disputed('charge.dispute.funds_reinstated', 2_000)).toBe(50)
  expect(await disputed('charge.dispute.funds_withdrawn', 1_000)).toBe(50)
  expect(await disputed('charge.dispute.funds_withdrawn', 3_000)).toBe(0)
})

test('events that book nothing are stored with the reason, and answered 200', async () => {
  expect(await card('customer.created', { id: 'cus_1' }, 'evt_unknown_type')).toMatchObject({
    status: 200,
    received: true,
  })
  expect(
    await card('checkout.session.completed', checkout('pi_none', { client_reference_id: 'acc_none' }), 'evt_nobody'),
  ).toMatchObject({ status: 200 })
  const rows = await app.core.database.db.selectFrom('inbound_events').select(['event_key', 'state', 'note']).execute()
  expect(rows).toEqual(
    expect.arrayContaining([
      { event_key: 'evt_unknown_type', state: 'ignored', note: 'nothing is booked for customer.created' },
      { event_key: 'evt_nobody', state: 'ignored', note: 'it names no account of this server' },
    ]),
  )
})

test('an operator sees what came as it came, and books it again without booking it twice', async () => {
  const payment = `pi_${unique()}`
  await card('checkout.session.completed', checkout(payment), `evt_${payment}`)
  const [event] = await app.operator.inboundEvents({ receiver: 'cardpay', limit: 1 })
  expect(event).toMatchObject({
    event_key: `evt_${payment}`,
    state: 'booked',
    note: '50 credits: granted',
    attempts: 1,
  })
  const { body } = await app.operator.inboundEvent(event!.id)
  expect(JSON.parse(body)).toMatchObject({
    type: 'checkout.session.completed',
    data: { object: { payment_intent: payment } },
  })
  expect(await app.operator.replayInbound(event!.id)).toMatchObject({
    state: 'booked',
    note: '50 credits: already_granted',
  })
  expect(await customer.credits()).toBe(50)
  await expect(app.operator.replayInbound('inb_none')).rejects.toMatchObject({ code: 'not_found' })
})

test.each([false, true])(
  'a regional payment is booked once, whichever order its fields have (as a form: %s)',
  async (form) => {
    const invoice = `rp-${unique()}`
    const paid = { status: 'PAID', invoice_id: invoice, amount: '19.00', account_id: accountId, credits: '40' }
    expect(await (await regional(paid, form)).json()).toEqual({ received: true, duplicate: false })
    const reordered = { account_id: accountId, amount: '19.00', credits: '40', invoice_id: invoice, status: 'PAID' }
    expect(await (await regional(reordered, !form)).json()).toEqual({ received: true, duplicate: true })
    expect(await customer.credits()).toBe(40)
    await regional({ status: 'REFUNDED', invoice_id: invoice, amount: '19.00', refunded_amount: '9.50' }, form)
    expect(await kinds()).toEqual([
      ['purchase', 40],
      ['take_back', -20],
    ])
  },
)

test('a regional refund that comes after a later one gives nothing back', async () => {
  const invoice_id = `rp-${unique()}`
  await regional({ status: 'PAID', invoice_id, amount: '19', account_id: accountId, credits: '40' })
  await regional({ status: 'REFUNDED', invoice_id, amount: '19' })
  await regional({ status: 'PARTIALLY_REFUNDED', invoice_id, amount: '19', refunded_amount: '9.50' })
  expect(await customer.credits()).toBe(0)
})

test('a regional notification that was changed on its way is refused', async () => {
  const fields = { status: 'PAID', invoice_id: 'rp-x', account_id: accountId, credits: '40' }
  const signature = createHmac('sha256', REGIONAL).update(canonical(fields)).digest('hex')
  for (const body of [
    JSON.stringify({ ...fields, credits: '400' }),
    JSON.stringify({ ...fields, more: { a: 1 } }),
    '{"status":',
  ]) {
    const { status } = await post('regionalpay', body, { 'x-regionalpay-signature': signature })
    expect([400, 401]).toContain(status)
  }
  expect(await customer.credits()).toBe(0)
})

test('without a secret a receiver answers 503, names the setting, and stores nothing', async () => {
  const bare = await startApp()
  try {
    for (const [path, setting] of [
      ['cardpay', 'PLATELIGHT_CARDPAY_SECRET'],
      ['regionalpay', 'PLATELIGHT_REGIONALPAY_SECRET'],
    ]) {
      const reply = await post(path!, '{"id":"evt_1"}', {}, bare)
      expect(reply.status).toBe(503)
      expect(await reply.json()).toMatchObject({ error: { code: 'not_configured', setting } })
    }
    expect(await bare.core.database.db.selectFrom('inbound_events').selectAll().execute()).toEqual([])
  } finally {
    await bare.close()
  }
})
