import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { paidEndpoints } from '../../support/paid-endpoints.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 64, height: 48 }))
})
afterAll(() => app.close())

const post = (headers: Record<string, string>, path: string, body: object, more: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  })

/** The parts of an account that a refused call must not change. */
const books = async ({ entries, runs, events }: Customer) => [await entries(), await runs(), await events()]

const PATHS = paidEndpoints('').map(({ path }) => path)

/** A customer, and the body of an endpoint for one of their pictures. */
async function at(path: string, credits: number) {
  const customer = await app.customer({ credits })
  const { url } = await customer.client.uploads.create(photo)
  const { body } = paidEndpoints(url).find((endpoint) => endpoint.path === path)!
  const price = (await customer.client.service.estimate({ path, body })).credits
  return { customer, body, price }
}

test('there are paid endpoints to test', () => {
  expect(PATHS.length).toBeGreaterThanOrEqual(16)
})

describe.each(PATHS)('%s', (path) => {
  test('refuses before anything is done or written: too expensive, not allowed, not found, not a picture, no address', async () => {
    const { customer, body, price } = await at(path, 10)
    const { headers, client } = customer
    const before = await books(customer)
    const dear = await post(headers, path, body, { 'X-Max-Credits': String(price - 0.5) })
    expect([dear.status, (await dear.json()).error.code]).toEqual([402, 'over_budget'])

    const { key } = await client.keys.create({ name: 'reader', scopes: ['read'] })
    const narrow = await post({ authorization: `Bearer ${key}` }, path, body)
    expect([narrow.status, (await narrow.json()).error.code]).toEqual([403, 'scope_missing'])
    expect((await post({}, path, body)).status).toBe(401)

    const empty = await post(headers, path, {})
    expect(empty.status).toBe(422)
    expect((await empty.json()).detail[0].loc[0]).toBe('body')

    const place = Object.keys(body).find((field) => /^image_?url/i.test(field))!
    const bad = await post(headers, path, { ...body, [place]: Array.isArray(body[place]) ? ['no', 'no'] : 'no' })
    expect([bad.status, (await bad.json()).error.code]).toEqual([400, 'image_url_invalid'])
    expect(await books(customer)).toEqual(before)
  })

  test('refuses an account that cannot pay, with both amounts and without work', async () => {
    const { price } = await at(path, 10)
    const { customer, body } = await at(path, price - 1)
    const before = await books(customer)
    const reply = await post(customer.headers, path, body)
    const { error } = await reply.json()
    const amounts = path.startsWith('/v1')
      ? { requiredCredits: price, availableCredits: price - 1 }
      : { required_credits: price, available_credits: price - 1 }
    expect([reply.status, error]).toMatchObject([402, { code: 'insufficient_credits', ...amounts }])
    expect(await books(customer)).toEqual(before)
  })

  test('does and charges work once under a key, in the history and the pictures; the key is for this request only', async () => {
    const { customer, body, price } = await at(path, 20)
    const { headers, client, credits, runs } = customer
    const key = { 'Idempotency-Key': 'once' }
    // The second waits for the first half a minute; on a busy machine it has to ask again.
    const ask = async (): Promise<Response> => {
      const reply = await post(headers, path, body, key)
      return reply.status === 409 ? ask() : reply
    }
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await second.text()).toBe(await first.text())
    const another = paidEndpoints('https://example.com/another.jpg').find((endpoint) => endpoint.path === path)!
    expect((await post(headers, path, another.body, key)).status).toBe(422)

    const unfinished = async () =>
      (await runs()).filter(({ state }) => state === 'queued' || state === 'running').length
    await expect.poll(unfinished).toBe(0)
    expect(await credits()).toBe(20 - price)
    const made = (await runs()).filter(({ items }) => items === null)
    expect(made.map(({ state }) => state)).toEqual(made.map(() => 'succeeded'))
    const ids = made.map(({ id }) => id).sort()
    expect((await client.me.images()).items.map(({ photo_id }) => photo_id).sort()).toEqual(ids)
    expect((await client.me.jobs()).items.map(({ run_id }) => run_id)).toEqual(expect.arrayContaining(ids))
    const history = await (await fetch(`${app.url}/api/account/generations`, { headers })).json()
    expect(history.generations).toHaveLength(ids.length)
  })
})
