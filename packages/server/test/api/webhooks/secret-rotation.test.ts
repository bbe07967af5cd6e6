import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathsIn } from '../../support/files-in.ts'
import { type EventReceiver, eventReceiver, type Received } from '../../support/network/event-receiver.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { isOnPostgres } from '../../support/test-database.ts'

let app: TestApp
let customer: Customer
let receiver: EventReceiver
// Standard Webhooks libraries refuse events that are five minutes old, so the clock starts now.
let now = Date.now()
const lines: string[] = []

beforeAll(async () => {
  receiver = await eventReceiver()
  app = await startApp({
    clock: { now: () => new Date(now) },
    env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' },
    log: (line) => lines.push(line),
  })
  customer = await app.customer()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const DAY_MS = 86_400_000
const at = (ms: number) => new Date(ms).toISOString()
const signs = (secret: string, { body, signature }: Received) =>
  createHmac('sha256', secret).update(body).digest('hex') === signature
const isStandard = (secret: string, { body, id, timestamp, signatures }: Received) => {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures }
  try {
    return new Webhook(secret).verify(body, headers) !== undefined
  } catch {
    return false
  }
}
/** The current deliveries, and the secrets that sign each: in X-Service-Signature and in Standard Webhooks. */
const arrives = async (id: string, secrets: readonly string[]) => {
  const before = receiver.received.length
  await customer.client.webhookEndpoints.test(id)
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  const received = receiver.received[before]!
  return {
    service: secrets.map((one) => signs(one, received)),
    standard: secrets.map((one) => isStandard(one, received)),
  }
}

describe('a rotation', () => {
  test('keeps the old secret signing until it is finished; the Standard Webhooks header has both', async () => {
    const { webhookEndpoints } = customer.client
    const { id, secret: old } = await webhookEndpoints.create({ url: receiver.url })
    const rotated = await webhookEndpoints.rotate(id)
    expect(rotated).toEqual({ id, secret: expect.stringMatching(/^whsec_/), previous_secret_until: at(now + DAY_MS) })
    const { secret: fresh } = rotated
    expect(fresh).not.toBe(old)
    expect((await webhookEndpoints.get(id)).previous_secret_until).toBe(rotated.previous_secret_until)
    expect(await arrives(id, [old, fresh])).toEqual({ service: [true, false], standard: [true, true] })

    const finished = await webhookEndpoints.rotateFinish(id)
    expect(finished).toMatchObject({ id, previous_secret_until: null })
    expect(await arrives(id, [old, fresh])).toEqual({ service: [false, true], standard: [false, true] })
    expect((await webhookEndpoints.rotateFinish(id)).updated_at).toBe(finished.updated_at)
  })

  test('ends after a day, and the new secret signs alone', async () => {
    const { webhookEndpoints } = customer.client
    const { id, secret: old } = await webhookEndpoints.create({ url: receiver.url })
    const { secret: fresh } = await webhookEndpoints.rotate(id)
    now += DAY_MS - 1
    expect(await arrives(id, [old])).toMatchObject({ service: [true] })
    now += 1
    expect((await webhookEndpoints.get(id)).previous_secret_until).toBeNull()
    expect(await arrives(id, [old, fresh])).toMatchObject({ service: [false, true] })

    const { secret: next } = await webhookEndpoints.rotate(id)
    expect(await arrives(id, [old, fresh, next])).toMatchObject({ service: [false, true, false] })
  })

  test('repeated replaces the new secret but not the old one, which gets another day', async () => {
    const { webhookEndpoints } = customer.client
    const { id, secret: old } = await webhookEndpoints.create({ url: receiver.url })
    const { secret: lost } = await webhookEndpoints.rotate(id)
    now += 3_600_000
    const { secret: fresh, previous_secret_until } = await webhookEndpoints.rotate(id)
    expect(previous_secret_until).toBe(at(now + DAY_MS))
    expect(await arrives(id, [old, lost, fresh])).toMatchObject({ service: [true, false, false] })
    await webhookEndpoints.rotateFinish(id)
    expect(await arrives(id, [old, lost, fresh])).toMatchObject({ service: [false, false, true] })
  })

  test('repeated under one Idempotency-Key shows no secret and names the endpoint', async () => {
    const { webhookEndpoints } = customer.client
    const wish = { url: receiver.url }
    const { id, secret } = await webhookEndpoints.create(wish, { idempotencyKey: 'made' })
    const done = { status: 409, code: 'already_done', body: { error: { id } } }
    await expect(webhookEndpoints.create(wish, { idempotencyKey: 'made' })).rejects.toMatchObject(done)
    const { secret: fresh } = await webhookEndpoints.rotate(id, { idempotencyKey: 'turned' })
    await expect(webhookEndpoints.rotate(id, { idempotencyKey: 'turned' })).rejects.toMatchObject(done)
    expect(await arrives(id, [secret, fresh])).toMatchObject({ service: [true, false] })
    await webhookEndpoints.rotateFinish(id)
    expect(await arrives(id, [secret, fresh])).toMatchObject({ service: [false, true] })
  })
})

test('makes a data folder that lost its key sign again', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-test-'))
  const env = { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' }
  const before = await startApp({ dataFolder, env })
  const { client, key } = await before.customer()
  const { id } = await client.webhookEndpoints.create({ url: receiver.url })
  await before.close()
  await rm(join(dataFolder, 'secrets.json'))

  const app = await startApp({ dataFolder, env, newSecrets: true })
  const { webhookEndpoints } = new Platelight({ baseUrl: app.url, apiKey: key, maxRetries: 0 })
  const send = async () => {
    const { id: delivery } = await webhookEndpoints.test(id)
    const find = async () => (await webhookEndpoints.deliveries(id)).items.find((one) => one.id === delivery)
    await expect.poll(async () => (await find())?.attempts.length).toBe(1)
    return (await find())!
  }
  expect(await send()).toMatchObject({ status: 'dead', attempts: [{ status_code: null, error: 'not_sent' }] })
  await webhookEndpoints.rotate(id)
  await webhookEndpoints.rotateFinish(id)
  expect(await send()).toMatchObject({ status: 'delivered' })
  await app.close()
  await rm(dataFolder, { recursive: true, force: true })
})

test('a secret is in one reply and nowhere else: no other reply, no log, no file of the data folder, no table', async () => {
  const { webhookEndpoints } = customer.client
  const { id, secret: old } = await webhookEndpoints.create({ url: receiver.url }, { idempotencyKey: 'secretly' })
  const { secret: fresh } = await webhookEndpoints.rotate(id, { idempotencyKey: 'secretly turned' })
  await arrives(id, [old, fresh])
  const replies = [
    await webhookEndpoints.get(id),
    (await webhookEndpoints.list({ limit: 100 })).items,
    await webhookEndpoints.update(id, { description: 'seen' }),
    (await webhookEndpoints.deliveries(id)).items,
    await webhookEndpoints.rotateFinish(id),
    await webhookEndpoints.delete(id),
  ]
  const { dataFolder } = app
  const files = await pathsIn(dataFolder)
  expect(files.some((file) => file.endsWith('platelight.db'))).toBe(!isOnPostgres)
  const tables = (
    ['events', 'webhook_endpoints', 'webhook_deliveries', 'webhook_attempts', 'idempotency_keys'] as const
  ).map(async (table) => JSON.stringify(await app.core.database.db.selectFrom(table).selectAll().execute()))
  const contents = await Promise.all([
    ...files.map(async (file) => (await readFile(file)).toString('latin1')),
    ...tables,
  ])
  // A file that contains the endpoint would also contain its secret.
  expect(contents.some((content) => content.includes(id))).toBe(true)
  expect(lines.join('\n')).toContain(id)
  const places = [JSON.stringify(replies), lines.join('\n'), ...contents]
  for (const secret of [old, fresh]) {
    const plain = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const forms = [
      secret.slice('whsec_'.length),
      plain.toString('base64url'),
      plain.toString('hex'),
      plain.toString('latin1'),
    ]
    for (const form of forms) expect(places.some((place) => place.includes(form))).toBe(false)
  }
})
