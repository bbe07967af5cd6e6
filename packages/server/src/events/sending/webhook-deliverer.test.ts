import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOnPostgres, onSqlite } from '../../../test/support/test-database.ts'
import { answered, neverAnswers, unanswered, webhookFixture } from '../../../test/support/webhook-fixture.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { MAX_FAILING, MAX_PER_ENDPOINT } from './delivery-quota.ts'

let fixture: Awaited<ReturnType<typeof webhookFixture>>

beforeEach(async () => {
  fixture = await webhookFixture()
})
afterEach(() => fixture.close())

/** Advances to each moment, and returns whether anything was sent a millisecond before it. */
async function expectSentAt(
  deliverer: Awaited<ReturnType<typeof fixture.createDeliverer>>,
  moments: readonly number[],
): Promise<void> {
  for (const moment of moments) {
    const before = fixture.posted.length
    fixture.goTo(moment - 0.001)
    await deliverer.settle()
    expect(fixture.posted.length, `something was sent before ${moment} s`).toBe(before)
    fixture.goTo(moment)
    await deliverer.settle()
    expect(fixture.posted.length, `not exactly one request at ${moment} s`).toBe(before + 1)
  }
}

test('a receiver that refuses at once is tried at 0, 5, 35, 155, 755, 2555 and 6155 seconds, and not again', async () => {
  await fixture.endpoint()
  await fixture.append('run_1')
  const deliverer = await fixture.startDeliverer('a', () => unanswered('refused'))
  await deliverer.settle()
  await expectSentAt(deliverer, [5, 35, 155, 755, 2_555, 6_155])
  fixture.goTo(1_000_000)
  await deliverer.settle()
  expect(fixture.times()).toEqual([0, 5, 35, 155, 755, 2_555, 6_155])
  expect(await fixture.rows()).toMatchObject([{ state: 'dead', attempts: 7, next_attempt_at: null, lease_owner: null }])
  expect((await fixture.attempts()).map(({ number, error }) => [number, error])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => [number, 'refused']),
  )
})

test('each delay is counted from the end of the previous attempt', async () => {
  await fixture.endpoint()
  await fixture.append('run_1')
  const deliverer = await fixture.startDeliverer('a', () => {
    fixture.advanceMs(5_000)
    return unanswered('timeout')
  })
  await deliverer.settle()
  await expectSentAt(deliverer, [10, 45, 170, 775, 2_580, 6_185])
  expect(fixture.times()).toEqual([0, 10, 45, 170, 775, 2_580, 6_185])
  expect(await fixture.rows()).toMatchObject([{ state: 'dead' }])
})

test('every attempt sends the same bytes and id, and a success ends the delivery', async () => {
  await fixture.endpoint()
  await fixture.append('run_1')
  const deliverer = await fixture.startDeliverer('a', () => answered(fixture.posted.length < 3 ? 503 : 204))
  await deliverer.settle()
  await expectSentAt(deliverer, [5, 35])
  fixture.goTo(10_000)
  await deliverer.settle()
  expect(fixture.posted).toHaveLength(3)
  expect(new Set(fixture.posted.map(({ body }) => body)).size).toBe(1)
  expect(new Set(fixture.posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(fixture.posted.map(({ headers }) => headers['webhook-timestamp'])).toEqual(
    [0, 5, 35].map((seconds) => String(Date.parse('2026-11-21T09:00:00.000Z') / 1000 + seconds)),
  )
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered', attempts: 3, next_attempt_at: null }])
  expect((await fixture.attempts()).map(({ status_code }) => status_code)).toEqual([503, 503, 204])
})

test('a transaction that is rolled back leaves neither event nor delivery', async () => {
  await fixture.endpoint()
  const deliverer = await fixture.startDeliverer('a', () => answered(200))
  const rolledBack = inTransaction(fixture.db, async (tx) => {
    await fixture.events.append(tx, { accountId: fixture.accountId, type: 'photo.deleted', data: {} })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await deliverer.settle()
  expect(await fixture.rows()).toEqual([])
  expect(fixture.posted).toEqual([])
})

test('an event goes to the enabled endpoints that subscribe to its type', async () => {
  const all = await fixture.endpoint({ url: 'https://all.example/' })
  const chosen = await fixture.endpoint({
    url: 'https://chosen.example/',
    events: ['photo.deleted', 'credit.depleted'],
  })
  await fixture.endpoint({ url: 'https://other.example/', events: ['credit.depleted'] })
  const disabled = await fixture.endpoint({ url: 'https://disabled.example/' })
  await fixture.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: '2026-11-21T08:00:00.000Z' })
    .where('id', '=', disabled)
    .execute()
  await fixture.append('run_1')
  expect((await fixture.rows()).map(({ endpoint_id }) => endpoint_id)).toEqual([all, chosen])
})

test('a test event goes to one endpoint in one attempt, even if the endpoint is disabled', async () => {
  const id = await fixture.endpoint()
  await fixture.endpoint()
  await fixture.db.updateTable('webhook_endpoints').set({ disabled_at: '2026-11-21T08:00:00.000Z' }).execute()
  const deliverer = await fixture.startDeliverer('a', () => answered(500))
  await inTransaction(fixture.db, (tx) =>
    fixture.events.appendTest(tx, {
      accountId: fixture.accountId,
      type: 'credit.depleted',
      data: {},
      endpointId: id,
    }),
  )
  fixture.goTo(100_000)
  await deliverer.settle()
  expect(fixture.posted).toHaveLength(1)
  expect(await fixture.rows()).toMatchObject([{ endpoint_id: id, test: 1, state: 'dead', attempts: 1 }])
  expect(await fixture.endpointRow(id)).toMatchObject({ failing_since: null })
})

test('a redelivery starts again with all attempts, and the log keeps both rounds', async () => {
  const endpointId = await fixture.endpoint()
  await fixture.append('run_1')
  const deliverer = await fixture.startDeliverer('a', () => answered(fixture.posted.length <= 7 ? 500 : 200))
  await deliverer.settle()
  await expectSentAt(deliverer, [5, 35, 155, 755, 2_555, 6_155])
  const [dead] = await fixture.rows()
  fixture.goTo(20_000)
  await inTransaction(fixture.db, (tx) => fixture.events.redeliver(tx, { id: dead!.id, endpointId }))
  await deliverer.settle()
  expect(await fixture.rows()).toMatchObject([{ id: dead!.id, state: 'delivered', round: 2, attempts: 1 }])
  expect(fixture.posted.at(-1)?.body).toBe(fixture.posted[0]?.body)
  expect((await fixture.attempts()).filter(({ round }) => round === 2)).toMatchObject([{ number: 1, status_code: 200 }])
})

test('an attempt interrupted by a stop is repeated under the same number', async () => {
  await fixture.endpoint()
  await fixture.append('run_1')
  const first = await fixture.createDeliverer('a', neverAnswers)
  await first.start()
  await first.poll()
  expect(fixture.posted).toHaveLength(1)
  await first.stop(0)
  expect(await fixture.rows()).toMatchObject([{ state: 'pending', attempts: 0, lease_owner: null }])
  const second = await fixture.startDeliverer('b', () => answered(200))
  await second.settle()
  expect(await fixture.attempts()).toMatchObject([{ number: 1, status_code: 200 }])
})

test('deliveries that a killed process had claimed are sent after the next start', async () => {
  await fixture.endpoint()
  await fixture.append('run_1')
  await fixture.db
    .updateTable('webhook_deliveries')
    .set({ lease_owner: 'killed', lease_until: '2026-11-21T09:00:30.000Z' })
    .execute()
  // Where several processes share the deliveries, only the end of the lease shows that one of them is gone.
  if (isOnPostgres) fixture.goTo(31)
  const deliverer = await fixture.startDeliverer('b', () => answered(200))
  await deliverer.settle()
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('two deliverers on one table never send the same attempt twice', async () => {
  for (let i = 0; i < 5; i++) await fixture.endpoint({ url: `https://${i}.example/` })
  const deliverers = [
    await fixture.startDeliverer('a', () => answered(fixture.posted.length % 3 === 0 ? 500 : 200)),
    await fixture.startDeliverer('b', () => answered(fixture.posted.length % 3 === 0 ? 500 : 200)),
  ]
  for (let i = 0; i < 20; i++) await fixture.append(`run_${i}`)
  for (const seconds of [0, 5, 35, 155, 755, 2_555, 6_155]) {
    fixture.goTo(seconds)
    // Once the second one begins alone, because by chance the first one could always be quicker.
    if (seconds === 5) await deliverers[1]?.settle()
    await Promise.all(deliverers.map((deliverer) => deliverer.settle()))
  }
  const attempts = await fixture.attempts()
  expect(fixture.posted).toHaveLength(attempts.length)
  expect(new Set(fixture.posted.map(({ owner }) => owner))).toEqual(new Set(['a', 'b']))
  const delivered = (await fixture.rows()).filter(({ state }) => state === 'delivered')
  expect(delivered).toHaveLength(100)
})

test('49 endpoints that never answer do not delay the one that does', async () => {
  for (let i = 0; i < 50; i++) await fixture.endpoint({ url: `https://${i}.example/` })
  const deliverer = await fixture.startDeliverer('a', (request, signal) =>
    request.url === 'https://49.example/' ? answered(200) : neverAnswers(request, signal),
  )
  for (let i = 0; i < 8; i++) await fixture.append(`run_${i}`)
  await deliverer.settle()
  const living = fixture.posted.filter(({ url }) => url === 'https://49.example/')
  expect(living).toHaveLength(8)
  expect(fixture.posted.length - living.length).toBe(49 * MAX_PER_ENDPOINT)
  expect(new Set(fixture.posted.map(({ url }) => url)).size).toBe(50)
})

test('deliveries to one endpoint start in the order of their events', async () => {
  await fixture.endpoint()
  for (let i = 0; i < 30; i++) await fixture.append(`run_${i}`)
  const deliverer = await fixture.startDeliverer('a', () => answered(200))
  await deliverer.settle()
  const order = fixture.posted.map(
    ({ body }) => (JSON.parse(body) as { data: { photo: { id: string } } }).data.photo.id,
  )
  expect(order).toEqual(Array.from({ length: 30 }, (_, i) => `run_${i}`))
})

test('a clock set back by a day loses no delivery, and a clock that jumps ahead causes one attempt', async () => {
  await fixture.endpoint()
  await fixture.append('run_1')
  const deliverer = await fixture.startDeliverer('a', () => answered(500))
  await deliverer.settle()
  fixture.goTo(-86_400)
  await deliverer.settle()
  expect(fixture.posted).toHaveLength(1)
  fixture.goTo(-86_400 + 5)
  await deliverer.settle()
  expect(fixture.posted).toHaveLength(2)
  fixture.goTo(400 * 86_400)
  await deliverer.settle()
  expect(fixture.posted).toHaveLength(3)
})

test('an endpoint deleted during an attempt leaves no rows and logs no error', async () => {
  const id = await fixture.endpoint()
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const deliverer = await fixture.startDeliverer('a', () => waiting.then(() => answered(200)))
  await fixture.append('run_1')
  await deliverer.poll()
  expect(fixture.posted).toHaveLength(1)
  await fixture.db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  answer()
  await deliverer.settle()
  expect(await fixture.rows()).toEqual([])
  expect(await fixture.attempts()).toEqual([])
  expect(fixture.errors).toEqual([])
})

test('a secret that cannot be decrypted fails only the attempt', async () => {
  const id = await fixture.endpoint()
  await fixture.db.updateTable('webhook_endpoints').set({ secret: 's1.broken' }).where('id', '=', id).execute()
  const deliverer = await fixture.startDeliverer('a', () => answered(200))
  await fixture.append('run_1')
  await deliverer.settle()
  expect(await fixture.attempts()).toMatchObject([{ error: 'not_sent', status_code: null }])
  expect(fixture.errors[0]).toContain('cannot be decrypted')
})

// The trigger is written for SQLite.
test('the outcome of an attempt is kept until it can be stored, and nothing is sent twice', onSqlite, async () => {
  await fixture.endpoint()
  const deliverer = await fixture.startDeliverer('a', () => answered(200))
  await sql`create trigger full before insert on webhook_attempts begin select raise(abort, 'the disk is full'); end`.execute(
    fixture.db,
  )
  await fixture.append('run_1')
  await deliverer.settle()
  expect(await fixture.rows()).toMatchObject([{ state: 'pending', attempts: 0 }])
  expect(fixture.errors.some((line) => line.includes('the disk is full'))).toBe(true)
  // Even its own lease, which lapsed meanwhile, does not make it send again.
  fixture.goTo(100)
  await deliverer.settle()
  await sql`drop trigger full`.execute(fixture.db)
  await deliverer.settle()
  expect(fixture.posted).toHaveLength(1)
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('after a restart, endpoints known to be failing leave capacity to the others', async () => {
  const dead = 80
  for (let i = 0; i < dead; i++) await fixture.endpoint({ url: `https://dead-${i}.example/` })
  await fixture.db.updateTable('webhook_endpoints').set({ failing_since: '2026-11-20T09:00:00.000Z' }).execute()
  await fixture.endpoint({ url: 'https://living.example/' })
  for (let i = 0; i < 4; i++) await fixture.append(`run_${i}`)
  const deliverer = await fixture.startDeliverer('a', (request, signal) =>
    request.url.includes('living') ? answered(200) : neverAnswers(request, signal),
  )
  await deliverer.settle()
  expect(fixture.posted.filter(({ url }) => url.includes('living'))).toHaveLength(4)
  expect(fixture.posted.filter(({ url }) => url.includes('dead'))).toHaveLength(MAX_FAILING)
})
