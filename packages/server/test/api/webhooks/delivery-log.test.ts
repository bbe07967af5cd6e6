import type { WebhookDelivery } from '@platelight/sdk'
import { sign, verifyWebhook, type WebhookEventType } from '@platelight/webhook-verifier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type EventReceiver, eventReceiver } from '../../support/network/event-receiver.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
let receiver: EventReceiver

beforeAll(async () => {
  receiver = await eventReceiver()
  app = await startApp({ env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  customer = await app.customer()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const COMPLETED = 'photo.enhancement.completed'
const log = async (id: string) => (await customer.client.webhookEndpoints.deliveries(id, { limit: 100 })).items
/** The only delivery, or the named one, after the given number of attempts. */
const after = async (attempts: number, endpoint: string, id?: string): Promise<WebhookDelivery> => {
  const find = async () => (await log(endpoint)).find((one) => id === undefined || one.id === id)
  await expect.poll(async () => (await find())?.attempts.length).toBe(attempts)
  return (await find())!
}
/** Enhances a photo, which causes one of the events that `endpointFor` selects. */
const happen = async () => {
  const image = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
  await customer.client.photos.enhance({ image, formats: ['square'], upscale: false })
}
const endpointFor = async (path: string) =>
  (await customer.client.webhookEndpoints.create({ url: `${receiver.url}/${path}`, events: [COMPLETED] })).id
const answering = async <T>(status: number, work: () => Promise<T>): Promise<T> => {
  receiver.state.status = status
  return work().finally(() => {
    receiver.state.status = 200
  })
}

describe('a test event', () => {
  const TYPES = Object.keys(document.webhooks ?? {}) as WebhookEventType[]

  test.each(TYPES)('of %s has the shape, the signature and the current time of a real one', async (type) => {
    const { webhookEndpoints } = customer.client
    const { id, secret } = await webhookEndpoints.create({ url: receiver.url, events: ['photo.deleted'] })
    const asked = Date.now()
    const sent = await webhookEndpoints.test(id, { event: type })
    expect(sent).toMatchObject({ endpoint_id: id, event_type: type, status: 'pending', test: true, delivered_at: null })
    const delivery = await after(1, id)
    expect(delivery).toMatchObject({ id: sent.id, status: 'delivered', next_attempt_at: null, payload: sent.payload })
    expect(delivery.attempts).toMatchObject([{ round: 1, number: 1, status_code: 200, error: null }])

    const arrived = receiver.received.find((one) => one.id === delivery.event_id)!
    expect(arrived.body).toBe(delivery.payload)
    expect(arrived.signature).toBe(await sign(arrived.body, secret))
    const { event } = await verifyWebhook(arrived.body, arrived.signature, { secrets: secret })
    expect(event).toMatchObject({ id: delivery.event_id, type })
    const { createdAt } = JSON.parse(delivery.payload) as { createdAt: string }
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(asked - 1_000)
    // Nothing of the document's example is left that is not of this server and current.
    expect(delivery.payload).not.toContain('127.0.0.1:8787')
    for (const [moment] of delivery.payload.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)) {
      expect(Math.abs(Date.parse(moment) - Date.parse(createdAt))).toBeLessThan(3_600_000)
    }
    expect(delivery.payload).not.toContain('run_7h2k9x')
    await webhookEndpoints.delete(id)
  })

  test('is sent to a disabled endpoint too, which stays disabled', async () => {
    const { webhookEndpoints } = customer.client
    const { id } = await webhookEndpoints.create({ url: receiver.url, enabled: false })
    const bare = { method: 'POST', headers: customer.headers }
    expect((await fetch(`${app.url}/api/webhook-endpoints/${id}/test`, bare)).status).toBe(200)
    expect(await after(1, id)).toMatchObject({ status: 'delivered', event_type: COMPLETED })
    expect(await webhookEndpoints.get(id)).toMatchObject({ enabled: false, disabled_reason: 'by_user' })
  })

  test('that fails is dead after its only attempt, with the reply of the receiver', async () => {
    const { webhookEndpoints } = customer.client
    const id = await endpointFor('fails')
    receiver.state.text = 'the kitchen is closed'
    const delivery = await answering(500, async () => {
      await webhookEndpoints.test(id)
      return after(1, id)
    })
    expect(delivery).toMatchObject({ status: 'dead', next_attempt_at: null, delivered_at: null })
    expect(delivery.attempts).toMatchObject([{ status_code: 500, response_excerpt: 'the kitchen is closed' }])
    expect(await webhookEndpoints.redeliver(id, delivery.id)).toMatchObject({ status: 'pending' })
    expect(await after(2, id)).toMatchObject({ status: 'delivered' })
  })
})

describe('redelivery', () => {
  test('sends a delivered event with the same bytes and id, and counts attempts from the start', async () => {
    const id = await endpointFor('again')
    await happen()
    const first = await after(1, id)
    expect(first).toMatchObject({ status: 'delivered', test: false })
    const again = await customer.client.webhookEndpoints.redeliver(id, first.id)
    expect(again).toMatchObject({ id: first.id, status: 'pending', delivered_at: null, payload: first.payload })
    const second = await after(2, id)
    expect(second.status).toBe('delivered')
    expect(second.attempts).toMatchObject([
      { round: 1, number: 1 },
      { round: 2, number: 1 },
    ])
    const arrived = receiver.received.filter((one) => one.id === first.event_id && one.path === '/hooks/again')
    expect(arrived.map(({ body }) => body)).toEqual([first.payload, first.payload])
  })

  test('sends a waiting delivery at once, to the current address of the endpoint', async () => {
    const id = await endpointFor('waits')
    const waiting = await answering(503, async () => {
      await happen()
      return after(1, id)
    })
    expect(waiting).toMatchObject({ status: 'pending', attempts: [{ status_code: 503 }] })
    expect(Date.parse(waiting.next_attempt_at!)).toBeGreaterThan(Date.parse(waiting.attempts[0]!.started_at) + 4_999)
    const other = await eventReceiver()
    await customer.client.webhookEndpoints.update(id, { url: other.url })
    await customer.client.webhookEndpoints.redeliver(id, waiting.id)
    expect(await after(2, id)).toMatchObject({ status: 'delivered', attempts: [{ round: 1 }, { round: 2, number: 1 }] })
    expect(other.received.map(({ body }) => body)).toEqual([waiting.payload])
    await other.close()
  })

  test('does not touch a delivery that is being sent', async () => {
    const id = await endpointFor('slow')
    const before = receiver.received.length
    let answer = () => {}
    receiver.state.until = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { id: delivery } = await customer.client.webhookEndpoints.test(id)
    await expect.poll(() => receiver.received.length).toBe(before + 1)
    expect(await customer.client.webhookEndpoints.redeliver(id, delivery)).toMatchObject({
      status: 'pending',
      attempts: [],
    })
    delete receiver.state.until
    answer()
    expect(await after(1, id)).toMatchObject({ status: 'delivered', attempts: [{ round: 1, number: 1 }] })
    expect(receiver.received).toHaveLength(before + 1)
  })
})

test('disabling cancels waiting deliveries; after enabling they can be redelivered, but events in between cannot', async () => {
  const { webhookEndpoints } = customer.client
  const id = await endpointFor('off')
  const waiting = await answering(500, async () => {
    await happen()
    return after(1, id)
  })
  expect(await webhookEndpoints.update(id, { enabled: false })).toMatchObject({
    enabled: false,
    disabled_reason: 'by_user',
  })
  await happen()
  expect(await log(id)).toMatchObject([{ id: waiting.id, status: 'dead', next_attempt_at: null }])
  await expect(webhookEndpoints.redeliver(id, waiting.id)).rejects.toMatchObject({
    status: 409,
    code: 'webhook_disabled',
    message: expect.stringContaining('enabled'),
  })
  expect(await webhookEndpoints.update(id, { enabled: true })).toMatchObject({ enabled: true, disabled_reason: null })
  expect(await log(id)).toMatchObject([{ id: waiting.id, status: 'dead' }])
  await webhookEndpoints.redeliver(id, waiting.id)
  expect(await after(2, id)).toMatchObject({ status: 'delivered' })
})

test('deleting an endpoint removes everything of it', async () => {
  const id = await endpointFor('gone')
  await answering(500, async () => {
    await happen()
    await after(1, id)
  })
  await customer.client.webhookEndpoints.delete(id)
  const { db } = app.core.database
  const left = await db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', id).execute()
  const attempts = await db
    .selectFrom('webhook_attempts')
    .leftJoin('webhook_deliveries', 'webhook_deliveries.id', 'webhook_attempts.delivery_id')
    .select('webhook_attempts.delivery_id')
    .where('webhook_deliveries.id', 'is', null)
    .execute()
  expect([left, attempts]).toEqual([[], []])
})

test('the latest hundred of very many attempts are shown', async () => {
  const id = await endpointFor('many')
  const { id: delivery_id } = await customer.client.webhookEndpoints.test(id)
  await after(1, id)
  const rows = Array.from({ length: 140 }, (_, i) => ({ round: 2 + Math.floor(i / 7), number: 1 + (i % 7) }))
  const rest = {
    status_code: 500,
    error: null,
    response_excerpt: null,
    duration_ms: 3,
    started_at: new Date().toISOString(),
  }
  await app.core.database.db
    .insertInto('webhook_attempts')
    .values(rows.map((row) => ({ ...row, ...rest, delivery_id })))
    .execute()
  const attempts = (await log(id))[0]!.attempts.map(({ round, number }) => ({ round, number }))
  expect(attempts).toEqual(rows.slice(-100))
})

test('the log is newest first, in pages, and can be filtered by state', async () => {
  const { webhookEndpoints } = customer.client
  const id = await endpointFor('pages')
  const made: { id: string; status: 'delivered' | 'dead' }[] = []
  for (const status of ['delivered', 'dead', 'delivered', 'dead', 'dead'] as const) {
    await answering(status === 'dead' ? 404 : 204, async () => {
      const sent = await webhookEndpoints.test(id)
      await after(1, id, sent.id)
      made.unshift({ id: sent.id, status })
    })
  }
  const pages: { id: string; status: string }[][] = []
  for await (const { items } of webhookEndpoints.deliveries(id, { limit: 2 }).pages()) {
    pages.push(items.map(({ id, status }) => ({ id, status })))
  }
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(pages.flat()).toEqual(made)
  for (const status of ['delivered', 'dead', 'pending'] as const) {
    const found = await webhookEndpoints.deliveries(id, { status, limit: 2 }).toArray({ limit: 10 })
    expect(found.map((one) => one.id)).toEqual(made.filter((one) => one.status === status).map((one) => one.id))
  }
  const refused = { status: 422 }
  await expect(
    webhookEndpoints.deliveries(id, { status: 'lost' as never }).toArray({ limit: 1 }),
  ).rejects.toMatchObject(refused)
  await expect(webhookEndpoints.deliveries(id, { cursor: 'nonsense' }).toArray({ limit: 1 })).rejects.toMatchObject(
    refused,
  )
})
