import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 64, height: 48 }))
})
afterAll(() => app.close())

/** The calls that cost credits, each with a body for a photo and its price. */
const PAID = [
  ['/v1/photos/enhance', (url: string) => ({ imageUrl: url, formats: ['square'], upscale: false }), 1],
  ['/api/enhance', (url: string) => ({ image_url: url }), 1],
  ['/api/upscale', (url: string) => ({ image_url: url, scale: 4 }), 2],
] as const

const post = (customer: Customer, path: string, body: unknown, headers: Record<string, string>) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe.each(PAID)('%s', (path, bodyFor, price) => {
  test('refuses a request that costs more, and then nothing was done or written', async () => {
    const customer = await app.customer({ credits: 10 })
    const { url } = await customer.client.uploads.create(photo)
    const before = await customer.entries()
    const reply = await post(customer, path, bodyFor(url), { 'X-Max-Credits': String(price - 1) })
    const { error } = await reply.json()
    expect([reply.status, error.code]).toEqual([402, 'over_budget'])
    expect(error).toMatchObject(
      path.startsWith('/v1')
        ? { requiredCredits: price, maxCredits: price - 1 }
        : { required_credits: price, max_credits: price - 1 },
    )
    expect(error).not.toHaveProperty('upgrade_url')
    expect(await customer.entries()).toEqual(before)
    expect(await customer.runs()).toEqual([])
    expect(await customer.events()).toEqual([])
  })

  test('accepts a request that costs exactly as much, or less', async () => {
    const customer = await app.customer({ credits: 10 })
    const { url } = await customer.client.uploads.create(photo)
    for (const max of [String(price), '1000', `${price}.5`]) {
      expect((await post(customer, path, bodyFor(url), { 'X-Max-Credits': max })).status, max).toBe(200)
    }
    expect(await customer.credits()).toBe(10 - 3 * price)
  })

  test.each(['many', '-1', '', ' ', '1, 2', 'NaN', 'Infinity', '1000001', '0x'])(
    'a header of %j is 422 with the header as location, and nothing is charged',
    async (max) => {
      const customer = await app.customer({ credits: 10 })
      const reply = await post(customer, path, bodyFor('https://example.com/a.jpg'), { 'X-Max-Credits': max })
      const { detail } = await reply.json()
      expect([reply.status, detail?.[0]?.loc]).toEqual([422, ['header', 'X-Max-Credits']])
      expect(await customer.credits()).toBe(10)
    },
  )
})

test('the client throws OverBudgetError with both amounts', async () => {
  const { client } = await app.customer({ credits: 10 })
  const { url } = await client.uploads.create(photo)
  await expect(client.images.upscale({ image_url: url, scale: 4 }, { maxCredits: 1 })).rejects.toMatchObject({
    name: 'OverBudgetError',
    status: 402,
    requiredCredits: 2,
    maxCredits: 1,
  })
})

test('a budget above an empty balance is still a lack of credits', async () => {
  const { client } = await app.customer({ credits: 1 })
  const { url } = await client.uploads.create(photo)
  await expect(client.images.upscale({ image_url: url, scale: 4 }, { maxCredits: 5 })).rejects.toMatchObject({
    code: 'insufficient_credits',
    requiredCredits: 2,
    availableCredits: 1,
  })
})

describe('with an Idempotency-Key', () => {
  const body = (url: string) => ({ image_url: url, scale: 4 })

  test('a refusal leaves the key free, so the same key with a larger budget does the work once', async () => {
    const customer = await app.customer({ credits: 10 })
    const { url } = await customer.client.uploads.create(photo)
    const key = { 'Idempotency-Key': 'order-1' }
    expect((await post(customer, '/api/upscale', body(url), { ...key, 'X-Max-Credits': '1' })).status).toBe(402)
    const done = await post(customer, '/api/upscale', body(url), { ...key, 'X-Max-Credits': '2' })
    expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(await customer.credits()).toBe(8)
  })

  test('a repeat of paid work succeeds with any budget, because it costs nothing more', async () => {
    const customer = await app.customer({ credits: 10 })
    const { url } = await customer.client.uploads.create(photo)
    const key = { 'Idempotency-Key': 'order-2' }
    const first = await post(customer, '/api/upscale', body(url), { ...key, 'X-Max-Credits': '2' })
    const again = await post(customer, '/api/upscale', body(url), { ...key, 'X-Max-Credits': '0' })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await again.text()).toBe(await first.text())

    // As after a crash between the charge and the reply: the run is known by its key, but its reply is not stored.
    await app.core.database.db.deleteFrom('idempotency_keys').where('account_id', '=', customer.accountId).execute()
    const found = await post(customer, '/api/upscale', body(url), { ...key, 'X-Max-Credits': '0' })
    expect([found.status, found.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(await customer.credits()).toBe(8)
    expect(await customer.runs()).toHaveLength(1)
  })
})
