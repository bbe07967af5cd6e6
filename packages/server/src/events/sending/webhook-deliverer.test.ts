import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answered, deliveries, unanswered } from '../../../test/support/webhook-deliveries.ts'

let bench: Awaited<ReturnType<typeof deliveries>>

beforeEach(async () => {
  bench = await deliveries()
})
afterEach(() => bench.close())

/** Goes to each moment, and says whether anything was sent a millisecond before it. */
async function travel(sender: Awaited<ReturnType<typeof bench.sender>>, moments: readonly number[]): Promise<void> {
  for (const moment of moments) {
    const before = bench.posted.length
    bench.set(moment - 0.001)
    await sender.settle()
    expect(bench.posted.length, `something was sent before ${moment} s`).toBe(before)
    bench.set(moment)
    await sender.settle()
    expect(bench.posted.length, `nothing was sent at ${moment} s`).toBe(before + 1)
  }
}

test('a receiver that refuses at once is tried at 0, 5, 35, 155, 755, 2555 and 6155 seconds, and then no more', async () => {
  await bench.endpoint()
  await bench.append('run_1')
  const sender = await bench.begin('a', () => unanswered('refused'))
  await sender.settle()
  await travel(sender, [5, 35, 155, 755, 2_555, 6_155])
  bench.set(1_000_000)
  await sender.settle()
  expect(bench.times()).toEqual([0, 5, 35, 155, 755, 2_555, 6_155])
  expect(await bench.rows()).toMatchObject([{ state: 'dead', attempts: 7, next_attempt_at: null, lease_owner: null }])
  expect((await bench.attempts()).map(({ number, error }) => [number, error])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => [number, 'refused']),
  )
})

test('each delay is counted from the end of the attempt before', async () => {
  await bench.endpoint()
  await bench.append('run_1')
  const sender = await bench.begin('a', () => {
    bench.advance(5_000)
    return unanswered('timeout')
  })
  await sender.settle()
  await travel(sender, [10, 45, 170, 775, 2_580, 6_185])
  expect(bench.times()).toEqual([0, 10, 45, 170, 775, 2_580, 6_185])
  expect(await bench.rows()).toMatchObject([{ state: 'dead' }])
})

test('the same bytes go out each time, under the same id, and a success ends it', async () => {
  await bench.endpoint()
  await bench.append('run_1')
  const sender = await bench.begin('a', () => answered(bench.posted.length < 3 ? 503 : 204))
  await sender.settle()
  await travel(sender, [5, 35])
  bench.set(10_000)
  await sender.settle()
  expect(bench.posted).toHaveLength(3)
  expect(new Set(bench.posted.map(({ body }) => body)).size).toBe(1)
  expect(new Set(bench.posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(bench.posted.map(({ headers }) => headers['webhook-timestamp'])).toEqual(
    [0, 5, 35].map((seconds) => String(Date.parse('2026-11-21T09:00:00.000Z') / 1000 + seconds)),
  )
  expect(await bench.rows()).toMatchObject([{ state: 'delivered', attempts: 3, next_attempt_at: null }])
  expect((await bench.attempts()).map(({ status_code }) => status_code)).toEqual([503, 503, 204])
})

test('a cause that is rolled back leaves neither event nor delivery', async () => {
  await bench.endpoint()
  const sender = await bench.begin('a', () => answered(200))
  const rolledBack = bench.db.transaction().execute(async (tx) => {
    await bench.events.append(tx, { accountId: bench.accountId, type: 'photo.deleted', data: {} })
    throw new Error('the cause did not come about')
  })
  await expect(rolledBack).rejects.toThrow('did not come about')
  await sender.settle()
  expect(await bench.rows()).toEqual([])
  expect(bench.posted).toEqual([])
})

test('an event goes to the endpoints that want its type and are enabled', async () => {
  const all = await bench.endpoint({ url: 'https://all.example/' })
  const chosen = await bench.endpoint({ url: 'https://chosen.example/', events: ['photo.deleted', 'credit.depleted'] })
  await bench.endpoint({ url: 'https://other.example/', events: ['credit.depleted'] })
  const disabled = await bench.endpoint({ url: 'https://disabled.example/' })
  await bench.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: '2026-11-21T08:00:00.000Z' })
    .where('id', '=', disabled)
    .execute()
  await bench.append('run_1')
  expect((await bench.rows()).map(({ endpoint_id }) => endpoint_id)).toEqual([all, chosen])
})

test('a sample goes to one endpoint in one attempt, though it is disabled', async () => {
  const id = await bench.endpoint()
  await bench.endpoint()
  await bench.db.updateTable('webhook_endpoints').set({ disabled_at: '2026-11-21T08:00:00.000Z' }).execute()
  const sender = await bench.begin('a', () => answered(500))
  await bench.db
    .transaction()
    .execute((tx) =>
      bench.events.appendTest(tx, { accountId: bench.accountId, type: 'credit.depleted', data: {}, endpointId: id }),
    )
  bench.set(100_000)
  await sender.settle()
  expect(bench.posted).toHaveLength(1)
  expect(await bench.rows()).toMatchObject([{ endpoint_id: id, test: 1, state: 'dead', attempts: 1 }])
  expect(await bench.endpointRow(id)).toMatchObject({ failing_since: null })
})

test('what is sent again has all its attempts again, and the log keeps both rounds', async () => {
  const endpointId = await bench.endpoint()
  await bench.append('run_1')
  const sender = await bench.begin('a', () => answered(bench.posted.length <= 7 ? 500 : 200))
  await sender.settle()
  await travel(sender, [5, 35, 155, 755, 2_555, 6_155])
  const [dead] = await bench.rows()
  bench.set(20_000)
  await bench.db.transaction().execute((tx) => bench.events.redeliver(tx, { id: dead!.id, endpointId }))
  await sender.settle()
  expect(await bench.rows()).toMatchObject([{ id: dead!.id, state: 'delivered', round: 2, attempts: 1 }])
  expect(bench.posted.at(-1)?.body).toBe(bench.posted[0]?.body)
  expect((await bench.attempts()).filter(({ round }) => round === 2)).toMatchObject([{ number: 1, status_code: 200 }])
})

test('an attempt that was under way when the server stopped is made again under its number', async () => {
  await bench.endpoint()
  await bench.append('run_1')
  const first = await bench.sender(
    'a',
    (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  await first.start()
  await first.poll()
  expect(bench.posted).toHaveLength(1)
  await first.stop(0)
  expect(await bench.rows()).toMatchObject([{ state: 'pending', attempts: 0, lease_owner: null }])
  const second = await bench.begin('b', () => answered(200))
  await second.settle()
  expect(await bench.attempts()).toMatchObject([{ number: 1, status_code: 200 }])
})

test('what a killed process was sending is taken up at the next start', async () => {
  await bench.endpoint()
  await bench.append('run_1')
  await bench.db
    .updateTable('webhook_deliveries')
    .set({ lease_owner: 'killed', lease_until: '2026-11-21T09:00:30.000Z' })
    .execute()
  const sender = await bench.begin('b', () => answered(200))
  await sender.settle()
  expect(await bench.rows()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('two that work on one table never send the same attempt at once', async () => {
  for (let i = 0; i < 5; i++) await bench.endpoint({ url: `https://${i}.example/` })
  const senders = [
    await bench.begin('a', () => answered(bench.posted.length % 3 === 0 ? 500 : 200)),
    await bench.begin('b', () => answered(bench.posted.length % 3 === 0 ? 500 : 200)),
  ]
  for (let i = 0; i < 20; i++) await bench.append(`run_${i}`)
  for (const seconds of [0, 5, 35, 155, 755, 2_555, 6_155]) {
    bench.set(seconds)
    await Promise.all(senders.map((sender) => sender.settle()))
  }
  const attempts = await bench.attempts()
  expect(bench.posted).toHaveLength(attempts.length)
  expect(new Set(bench.posted.map(({ owner }) => owner))).toEqual(new Set(['a', 'b']))
  const delivered = (await bench.rows()).filter(({ state }) => state === 'delivered')
  expect(delivered).toHaveLength(100)
})

test('of fifty endpoints all but one never answer: that one has every event while the others still wait', async () => {
  const dead = 49
  for (let i = 0; i < 50; i++) await bench.endpoint({ url: `https://${i}.example/` })
  const sender = await bench.begin('a', ({ url }, signal) =>
    url === 'https://49.example/'
      ? answered(200)
      : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  for (let i = 0; i < 8; i++) await bench.append(`run_${i}`)
  await sender.settle()
  const living = bench.posted.filter(({ url }) => url === 'https://49.example/')
  expect(living).toHaveLength(8)
  expect(bench.posted.length - living.length).toBe(dead * 4)
  expect(new Set(bench.posted.map(({ url }) => url)).size).toBe(50)
})

test('deliveries to one endpoint begin in the order of their events', async () => {
  await bench.endpoint()
  for (let i = 0; i < 30; i++) await bench.append(`run_${i}`)
  const sender = await bench.begin('a', () => answered(200))
  await sender.settle()
  const order = bench.posted.map(({ body }) => (JSON.parse(body) as { data: { photo: { id: string } } }).data.photo.id)
  expect(order).toEqual(Array.from({ length: 30 }, (_, i) => `run_${i}`))
})

test('a clock that is set back a day loses nothing, and one that jumps ahead makes one attempt', async () => {
  await bench.endpoint()
  await bench.append('run_1')
  const sender = await bench.begin('a', () => answered(500))
  await sender.settle()
  bench.set(-86_400)
  await sender.settle()
  expect(bench.posted).toHaveLength(1)
  bench.set(-86_400 + 5)
  await sender.settle()
  expect(bench.posted).toHaveLength(2)
  bench.set(400 * 86_400)
  await sender.settle()
  expect(bench.posted).toHaveLength(3)
})

test('an endpoint that is deleted during an attempt leaves nothing, and nobody is disturbed', async () => {
  const id = await bench.endpoint()
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const sender = await bench.begin('a', () => waiting.then(() => answered(200)))
  await bench.append('run_1')
  await sender.poll()
  expect(bench.posted).toHaveLength(1)
  await bench.db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  answer()
  await sender.settle()
  expect(await bench.rows()).toEqual([])
  expect(await bench.attempts()).toEqual([])
  expect(bench.errors).toEqual([])
})

test('a secret that cannot be decrypted fails the attempt and nothing else', async () => {
  const id = await bench.endpoint()
  await bench.db.updateTable('webhook_endpoints').set({ secret: 's1.broken' }).where('id', '=', id).execute()
  const sender = await bench.begin('a', () => answered(200))
  await bench.append('run_1')
  await sender.settle()
  expect(await bench.attempts()).toMatchObject([{ error: 'not_sent', status_code: null }])
  expect(bench.errors[0]).toContain('cannot be decrypted')
})

test('how an attempt went is kept while it cannot be written down, and nothing is sent twice', async () => {
  await bench.endpoint()
  const sender = await bench.begin('a', () => answered(200))
  await sql`create trigger full before insert on webhook_attempts begin select raise(abort, 'the disk is full'); end`.execute(
    bench.db,
  )
  await bench.append('run_1')
  await sender.settle()
  expect(await bench.rows()).toMatchObject([{ state: 'pending', attempts: 0 }])
  expect(bench.errors.some((line) => line.includes('the disk is full'))).toBe(true)
  // Even its own lease, lapsed meanwhile, does not make it send again what it has sent.
  bench.set(100)
  await sender.settle()
  await sql`drop trigger full`.execute(bench.db)
  await sender.settle()
  expect(bench.posted).toHaveLength(1)
  expect(await bench.rows()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('after a restart the living still have room, for it is known who was failing', async () => {
  const dead = 80
  for (let i = 0; i < dead; i++) await bench.endpoint({ url: `https://dead-${i}.example/` })
  await bench.db.updateTable('webhook_endpoints').set({ failing_since: '2026-11-20T09:00:00.000Z' }).execute()
  await bench.endpoint({ url: 'https://living.example/' })
  for (let i = 0; i < 4; i++) await bench.append(`run_${i}`)
  const sender = await bench.begin('a', ({ url }, signal) =>
    url.includes('living')
      ? answered(200)
      : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  await sender.settle()
  expect(bench.posted.filter(({ url }) => url.includes('living'))).toHaveLength(4)
  expect(bench.posted.filter(({ url }) => url.includes('dead'))).toHaveLength(128)
})
