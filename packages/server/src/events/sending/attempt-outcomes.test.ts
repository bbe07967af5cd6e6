import { afterEach, beforeEach, expect, test } from 'vitest'
import { answered, webhookFixture } from '../../../test/support/webhook-fixture.ts'
import { inTransaction } from '../../database/in-transaction.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const SCHEDULE = [0, 5, 35, 155, 755, 2_555, 6_155]

let fixture: Awaited<ReturnType<typeof webhookFixture>>

beforeEach(async () => {
  fixture = await webhookFixture()
})
afterEach(() => fixture.close())

test('three days without a success disable an endpoint once and cancel its waiting deliveries', async () => {
  const id = await fixture.endpoint()
  const other = await fixture.endpoint({ url: 'https://well.example/' })
  const deliverer = await fixture.startDeliverer('a', ({ url }) =>
    answered(url === 'https://well.example/' ? 200 : 500),
  )
  const threeDays = 3 * DAY
  await wholeRound(deliverer, 0)
  await wholeRound(deliverer, threeDays - 10_000)
  expect(fixture.disabled, 'before three days are over').toEqual([])
  await wholeRound(deliverer, threeDays, SCHEDULE.slice(0, -1))
  fixture.goTo(threeDays + 6_000)
  await fixture.append('run_last')
  await deliverer.settle()
  fixture.goTo(threeDays + 6_155)
  await deliverer.settle()
  expect(fixture.disabled).toEqual([{ accountId: fixture.accountId, endpointId: id }])
  expect(await fixture.endpointRow(id)).toMatchObject({ disabled_reason: 'no_success' })
  expect(await fixture.endpointRow(other)).toMatchObject({ disabled_at: null, failing_since: null })
  expect((await fixture.rows()).filter(({ state }) => state === 'pending')).toEqual([])
  expect(fixture.errors).toEqual([])
})

test('a success restarts the three days', async () => {
  const id = await fixture.endpoint()
  let status = 500
  const deliverer = await fixture.startDeliverer('a', () => answered(status))
  await fixture.append('run_1')
  await deliverer.settle()
  expect(await fixture.endpointRow(id)).toMatchObject({
    failing_since: '2026-11-21T09:00:00.000Z',
    last_success_at: null,
  })
  status = 200
  fixture.goTo(5)
  await deliverer.settle()
  expect(await fixture.endpointRow(id)).toMatchObject({
    failing_since: null,
    last_success_at: '2026-11-21T09:00:05.000Z',
    last_failure_at: '2026-11-21T09:00:00.000Z',
  })
})

/** An event of its own with its attempts. */
async function wholeRound(
  deliverer: Awaited<ReturnType<typeof fixture.startDeliverer>>,
  from: number,
  schedule: readonly number[] = SCHEDULE,
): Promise<void> {
  fixture.goTo(from)
  await fixture.append(`run_${from}`)
  for (const seconds of schedule) {
    fixture.goTo(from + seconds)
    await deliverer.settle()
  }
}

test('an endpoint with one event a week is disabled by the second exhausted delivery, not by its first failure', async () => {
  const id = await fixture.endpoint()
  const deliverer = await fixture.startDeliverer('a', () => answered(500))
  await wholeRound(deliverer, 0)
  expect(fixture.disabled).toEqual([])
  fixture.goTo(7 * DAY)
  await fixture.append('run_2')
  for (const seconds of SCHEDULE.slice(0, -1)) {
    fixture.goTo(7 * DAY + seconds)
    await deliverer.settle()
    expect(fixture.disabled).toEqual([])
  }
  fixture.goTo(7 * DAY + 6_155)
  await deliverer.settle()
  expect(fixture.disabled).toEqual([{ accountId: fixture.accountId, endpointId: id }])
})

test('a dead endpoint with more events than can ever be sent is still disabled after three days', async () => {
  const id = await fixture.endpoint()
  // Four at a time, an hour each: none reaches its seventh attempt within three days.
  for (let i = 0; i < 400; i++) await fixture.append(`run_${i}`)
  const waiting: (() => void)[] = []
  const deliverer = await fixture.startDeliverer(
    'a',
    () => new Promise((resolve) => waiting.push(() => resolve(answered(500)))),
  )
  const until = async (hours: number) => {
    for (let hour = 1; hour <= hours; hour++) {
      await deliverer.poll()
      fixture.advanceMs(HOUR * 1000)
      for (const answer of waiting.splice(0)) answer()
      await deliverer.poll()
      await deliverer.poll()
    }
  }
  await until(72)
  expect(fixture.disabled, 'before three days are over').toEqual([])
  await until(2)
  expect(fixture.disabled).toEqual([{ accountId: fixture.accountId, endpointId: id }])
  const rows = await fixture.rows()
  expect(Math.max(...rows.map(({ attempts }) => attempts))).toBeLessThan(7)
  expect(rows.filter(({ state }) => state === 'pending')).toEqual([])
})

test('after the server was off for a week or the clock jumped, one failure disables no endpoint', async () => {
  await fixture.endpoint()
  const first = await fixture.startDeliverer('a', () => answered(500))
  for (let i = 0; i < 5; i++) await fixture.append(`run_${i}`)
  await first.settle()
  await first.stop(0)
  fixture.goTo(7 * DAY)
  const second = await fixture.startDeliverer('b', () => answered(500))
  await second.settle()
  expect(fixture.posted.length).toBeGreaterThan(5)
  expect(fixture.disabled).toEqual([])
  expect((await fixture.rows()).map(({ state }) => state)).toEqual(Array(5).fill('pending'))
})

test('a redelivery to an endpoint that has long been dead also disables it when it is exhausted', async () => {
  const endpointId = await fixture.endpoint()
  const deliverer = await fixture.startDeliverer('a', () => answered(500))
  await wholeRound(deliverer, 0)
  const [dead] = await fixture.rows()
  fixture.goTo(4 * DAY)
  await inTransaction(fixture.db, (tx) => fixture.events.redeliver(tx, { id: dead!.id, endpointId }))
  for (const seconds of SCHEDULE) {
    expect(fixture.disabled).toEqual([])
    fixture.goTo(4 * DAY + seconds)
    await deliverer.settle()
  }
  expect(fixture.disabled).toEqual([{ accountId: fixture.accountId, endpointId }])
})
