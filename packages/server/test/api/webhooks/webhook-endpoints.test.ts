import { Platelight, type WebhookEndpoint } from '@platelight/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type EventReceiver, eventReceiver } from '../../support/network/event-receiver.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { onSqlite } from '../../support/test-database.ts'

let app: TestApp
let customer: Customer
let receiver: EventReceiver
let now = Date.parse('2026-11-21T12:00:00Z')

beforeAll(async () => {
  receiver = await eventReceiver()
  app = await startApp({ clock: { now: () => new Date(now) }, env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  customer = await app.customer()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const URL = 'https://trattoria.example/hooks'
const at = (ms: number) => new Date(ms).toISOString()

describe('the life of an endpoint', () => {
  test('an address is enough: all events, enabled, and a secret that is shown once', async () => {
    const { webhookEndpoints } = customer.client
    const { secret, ...endpoint } = await webhookEndpoints.create({ url: URL })
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_/),
      url: URL,
      events: ['*'],
      description: null,
      enabled: true,
      disabled_reason: null,
      previous_secret_until: null,
      last_success_at: null,
      last_failure_at: null,
      created_at: at(now),
      updated_at: at(now),
    } satisfies WebhookEndpoint)
    expect(secret).toMatch(/^whsec_/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    expect(await webhookEndpoints.get(endpoint.id)).toEqual(endpoint)
    expect((await webhookEndpoints.list()).items[0]).toEqual(endpoint)

    now += 60_000
    const changed = await webhookEndpoints.update(endpoint.id, {
      description: ' Kitchen screen ',
      events: ['photo.deleted'],
    })
    const expected = { ...endpoint, description: 'Kitchen screen', events: ['photo.deleted'], updated_at: at(now) }
    expect(changed).toEqual(expected)
    expect(await webhookEndpoints.update(endpoint.id, {})).toEqual(expected)
    expect(await webhookEndpoints.update(endpoint.id, { description: '  ' })).toMatchObject({ description: null })

    expect(await webhookEndpoints.delete(endpoint.id)).toEqual({ id: endpoint.id, status: 'deleted' })
    await expect(webhookEndpoints.get(endpoint.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(webhookEndpoints.delete(endpoint.id)).rejects.toMatchObject({ status: 404 })
  })

  test('the list is newest first, in pages', async () => {
    const { client } = await app.customer()
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.push((await client.webhookEndpoints.create({ url: `${URL}/${i}` })).id)
    const pages: string[][] = []
    for await (const { items } of client.webhookEndpoints.list({ limit: 2 }).pages())
      pages.push(items.map(({ id }) => id))
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(made.toReversed())
  })

  // The trigger is written for SQLite.
  test('an interrupted deletion leaves nothing to send, and can be repeated', onSqlite, async () => {
    const other = await startApp({ env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
    const { db } = other.core.database
    const { client } = await other.customer()
    const refusing = await eventReceiver({ status: 500 })
    const { id } = await client.webhookEndpoints.create({ url: refusing.url })
    const image = new Uint8Array(await dishPhoto({ width: 64, height: 48 }))
    await client.photos.enhance({ image, upscale: false })
    await expect.poll(() => refusing.received.length).toBeGreaterThanOrEqual(2)
    await sql`create trigger broken before delete on webhook_deliveries begin select raise(abort, 'disk'); end`.execute(
      db,
    )
    await expect(client.webhookEndpoints.delete(id)).rejects.toMatchObject({ status: 500 })
    const pending = db.selectFrom('webhook_deliveries').selectAll().where('state', '=', 'pending')
    expect(await pending.execute()).toEqual([])
    await sql`drop trigger broken`.execute(db)
    await client.webhookEndpoints.delete(id)
    expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
    await other.close()
    await refusing.close()
  })

  test('an account has at most twenty, even with simultaneous requests, and a deletion makes room', async () => {
    const { client } = await app.customer()
    const tries = await Promise.allSettled(
      Array.from({ length: 23 }, () => client.webhookEndpoints.create({ url: URL })),
    )
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(3)
    for (const error of refused) {
      expect(error).toMatchObject({ status: 409, code: 'limit_reached', body: { error: { limit: 20 } } })
    }
    const { items } = await client.webhookEndpoints.list({ limit: 100 })
    expect(items).toHaveLength(20)
    await client.webhookEndpoints.delete(items[7]!.id)
    await client.webhookEndpoints.create({ url: URL })
    await expect(client.webhookEndpoints.create({ url: URL })).rejects.toMatchObject({ code: 'limit_reached' })
  })

  test('a description has one line', async () => {
    await expect(
      customer.client.webhookEndpoints.create({ url: URL, description: 'a\u001b[2Jb' }),
    ).rejects.toMatchObject({
      status: 422,
      fieldErrors: { description: [expect.stringContaining('control character')] },
    })
  })
})

describe('ownership', () => {
  test("another account's endpoint and an unknown one get the same 404, and nothing happens to it", async () => {
    const other = await app.customer()
    const { id } = await other.client.webhookEndpoints.create({ url: receiver.url })
    const delivery = await other.client.webhookEndpoints.test(id)
    const before = await other.client.webhookEndpoints.get(id)
    const { webhookEndpoints: mine } = customer.client
    const own = await mine.create({ url: URL, events: ['photo.deleted'] })
    const messages: string[] = []
    for (const which of [id, 'whe_nothing']) {
      const calls = [
        () => mine.get(which),
        () => mine.update(which, { enabled: false }),
        () => mine.delete(which),
        () => mine.rotate(which),
        () => mine.rotateFinish(which),
        () => mine.test(which),
        async () => await mine.deliveries(which),
        () => mine.redeliver(which, delivery.id),
      ]
      for (const call of calls) {
        const error = await call().catch((thrown: { status: number; message: string }) => thrown)
        expect(error).toMatchObject({ status: 404, code: 'not_found' })
        messages.push((error as { message: string }).message)
      }
    }
    expect(new Set(messages).size).toBe(1)
    // Not even through an endpoint of the account.
    await expect(mine.redeliver(own.id, delivery.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect(await other.client.webhookEndpoints.get(id)).toMatchObject({ enabled: true, updated_at: before.updated_at })
    expect((await mine.list({ limit: 100 })).items.map((one) => one.id)).not.toContain(id)
  })

  test('a credential for pictures sees endpoints and changes none', async () => {
    const { client } = customer
    const { id } = await client.webhookEndpoints.create({ url: URL, events: ['photo.deleted'] })
    const { key } = await client.keys.create({ name: 'pictures', scopes: ['read', 'images'] })
    const { webhookEndpoints } = new Platelight({ baseUrl: app.url, apiKey: key, maxRetries: 0 })
    expect(await webhookEndpoints.get(id)).toMatchObject({ id })
    expect((await webhookEndpoints.deliveries(id)).items).toEqual([])
    const changes = [
      () => webhookEndpoints.create({ url: URL }),
      () => webhookEndpoints.update(id, { enabled: false }),
      () => webhookEndpoints.delete(id),
      () => webhookEndpoints.rotate(id),
      () => webhookEndpoints.rotateFinish(id),
      () => webhookEndpoints.test(id),
      () => webhookEndpoints.redeliver(id, 'dlv_any'),
    ]
    for (const change of changes) await expect(change()).rejects.toMatchObject({ status: 403, code: 'scope_missing' })
    expect(await client.webhookEndpoints.get(id)).toMatchObject({ enabled: true })
  })
})

describe('subscriptions', () => {
  test('the asterisk is stored alone, and names beside it are dropped', async () => {
    const { webhookEndpoints } = customer.client
    const { id, events } = await webhookEndpoints.create({ url: URL, events: ['photo.deleted', '*'], enabled: false })
    expect(events).toEqual(['*'])
    expect((await webhookEndpoints.update(id, { events: ['credit.depleted'] })).events).toEqual(['credit.depleted'])
    expect((await webhookEndpoints.update(id, { events: ['*', 'credit.depleted'] })).events).toEqual(['*'])
  })

  test('none, an unknown type and a repeated type are refused by name', async () => {
    for (const events of [[], ['photo.eaten'], ['photo.deleted', 'photo.deleted']]) {
      await expect(
        customer.client.webhookEndpoints.create({ url: URL, events: events as never }),
      ).rejects.toMatchObject({
        status: 422,
      })
    }
  })

  test('each enabled endpoint gets what it selected, and nothing of other accounts', async () => {
    const { client } = await app.customer({ credits: 2 })
    const stranger = await app.customer()
    const make = async (who: Customer['client'], path: string, wish: object) =>
      (await who.webhookEndpoints.create({ url: `${receiver.url}/${path}`, ...wish })).id
    const all = await make(client, 'all', {})
    const some = await make(client, 'some', { events: ['photo.deleted', 'photo.enhancement.completed'] })
    const other = await make(client, 'other', { events: ['credit.purchased'] })
    const off = await make(client, 'off', { enabled: false })
    const theirs = await make(stranger.client, 'theirs', {})

    const image = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
    const photo = await client.photos.enhance({ image, formats: ['square'], upscale: false })
    await client.photos.delete(photo.id)

    const sent = async (who: Customer['client'], id: string) =>
      (await who.webhookEndpoints.deliveries(id)).items.map(({ event_type }) => event_type)
    expect(await sent(client, all)).toEqual([
      'photo.deleted',
      'photo.enhancement.completed',
      'photo.enhancement.started',
    ])
    expect(await sent(client, some)).toEqual(['photo.deleted', 'photo.enhancement.completed'])
    expect([await sent(client, other), await sent(client, off), await sent(stranger.client, theirs)]).toEqual([
      [],
      [],
      [],
    ])
  })
})
