import { afterEach, beforeEach, expect, test } from 'vitest'
import { answered, deliveries } from '../../../test/support/webhook-deliveries.ts'

let bench: Awaited<ReturnType<typeof deliveries>>

beforeEach(async () => {
  bench = await deliveries()
})
afterEach(() => bench.close())

test('three days without a success disable an endpoint once, and what waits for it dies', async () => {
  const id = await bench.endpoint()
  const other = await bench.endpoint({ url: 'https://well.example/' })
  const sender = await bench.begin('a', ({ url }) => answered(url === 'https://well.example/' ? 200 : 500))
  const wholeRound = async (from: number) => {
    for (const seconds of [0, 5, 35, 155, 755, 2_555, 6_155]) {
      bench.set(from + seconds)
      await sender.settle()
    }
  }
  await bench.append('run_1')
  await wholeRound(0)
  const threeDays = 3 * 86_400
  bench.set(threeDays - 10_000)
  await bench.append('run_2')
  await wholeRound(threeDays - 10_000)
  expect(bench.disabled, 'before three days are over').toEqual([])
  bench.set(threeDays)
  await bench.append('run_3')
  bench.set(threeDays + 6_000)
  await bench.append('run_4')
  bench.set(threeDays)
  await wholeRound(threeDays)
  expect(bench.disabled).toEqual([{ accountId: bench.accountId, endpointId: id }])
  expect(await bench.endpointRow(id)).toMatchObject({ disabled_reason: 'no_success' })
  expect(await bench.endpointRow(other)).toMatchObject({ disabled_at: null, failing_since: null })
  expect((await bench.rows()).filter(({ state }) => state === 'pending')).toEqual([])
  expect(bench.errors).toEqual([])
})

test('a success ends the count of days', async () => {
  const id = await bench.endpoint()
  let status = 500
  const sender = await bench.begin('a', () => answered(status))
  await bench.append('run_1')
  await sender.settle()
  expect(await bench.endpointRow(id)).toMatchObject({
    failing_since: '2026-11-21T09:00:00.000Z',
    last_success_at: null,
  })
  status = 200
  bench.set(5)
  await sender.settle()
  expect(await bench.endpointRow(id)).toMatchObject({
    failing_since: null,
    last_success_at: '2026-11-21T09:00:05.000Z',
    last_failure_at: '2026-11-21T09:00:00.000Z',
  })
})

const HOUR = 3_600
const DAY = 24 * HOUR
const SCHEDULE = [0, 5, 35, 155, 755, 2_555, 6_155]

/** An event of its own, tried through all its attempts. */
async function wholeRound(sender: Awaited<ReturnType<typeof bench.begin>>, from: number): Promise<void> {
  bench.set(from)
  await bench.append(`run_${from}`)
  for (const seconds of SCHEDULE) {
    bench.set(from + seconds)
    await sender.settle()
  }
}

test('an endpoint with one event a week is disabled by the second that runs out, not by its first failure', async () => {
  const id = await bench.endpoint()
  const sender = await bench.begin('a', () => answered(500))
  await wholeRound(sender, 0)
  expect(bench.disabled).toEqual([])
  bench.set(7 * DAY)
  await bench.append('run_2')
  for (const seconds of SCHEDULE.slice(0, -1)) {
    bench.set(7 * DAY + seconds)
    await sender.settle()
    expect(bench.disabled).toEqual([])
  }
  bench.set(7 * DAY + 6_155)
  await sender.settle()
  expect(bench.disabled).toEqual([{ accountId: bench.accountId, endpointId: id }])
})

test('a dead endpoint with more events than can ever be brought to an end is disabled after three days all the same', async () => {
  const id = await bench.endpoint()
  // Four at a time, an hour each: nothing gets to its seventh attempt in three days.
  for (let i = 0; i < 400; i++) await bench.append(`run_${i}`)
  const waiting: (() => void)[] = []
  const sender = await bench.begin('a', () => new Promise((resolve) => waiting.push(() => resolve(answered(500)))))
  const until = async (hours: number) => {
    for (let hour = 1; hour <= hours; hour++) {
      await sender.poll()
      bench.advance(HOUR * 1000)
      for (const answer of waiting.splice(0)) answer()
      await sender.poll()
      await sender.poll()
    }
  }
  await until(72)
  expect(bench.disabled, 'before three days are over').toEqual([])
  await until(2)
  expect(bench.disabled).toEqual([{ accountId: bench.accountId, endpointId: id }])
  const rows = await bench.rows()
  expect(Math.max(...rows.map(({ attempts }) => attempts))).toBeLessThan(7)
  expect(rows.filter(({ state }) => state === 'pending')).toEqual([])
})

test('a server that was off for a week, or a clock that jumped, disables nobody by one failure', async () => {
  await bench.endpoint()
  const first = await bench.begin('a', () => answered(500))
  for (let i = 0; i < 5; i++) await bench.append(`run_${i}`)
  await first.settle()
  await first.stop(0)
  bench.set(7 * DAY)
  const second = await bench.begin('b', () => answered(500))
  await second.settle()
  expect(bench.posted.length).toBeGreaterThan(5)
  expect(bench.disabled).toEqual([])
  expect((await bench.rows()).map(({ state }) => state)).toEqual(Array(5).fill('pending'))
})

test('what is sent again by hand to an endpoint that has long been dead disables it when it runs out too', async () => {
  const endpointId = await bench.endpoint()
  const sender = await bench.begin('a', () => answered(500))
  await wholeRound(sender, 0)
  const [dead] = await bench.rows()
  bench.set(4 * DAY)
  await bench.db.transaction().execute((tx) => bench.events.redeliver(tx, { id: dead!.id, endpointId }))
  for (const seconds of SCHEDULE) {
    expect(bench.disabled).toEqual([])
    bench.set(4 * DAY + seconds)
    await sender.settle()
  }
  expect(bench.disabled).toEqual([{ accountId: bench.accountId, endpointId }])
})
