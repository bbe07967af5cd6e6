import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answered, deliveries } from '../../../test/support/webhook-deliveries.ts'
import { expireEvents } from './expire-events.ts'

let bench: Awaited<ReturnType<typeof deliveries>>

beforeEach(async () => {
  bench = await deliveries()
})
afterEach(() => bench.close())

test('what is older than thirty days is removed with its attempts, but not what is still to be sent', async () => {
  await bench.endpoint({ url: 'https://well.example/' })
  await bench.endpoint({ url: 'https://dead.example/' })
  const sender = await bench.begin('a', ({ url }) => answered(url.includes('well') ? 200 : 500))
  await bench.append('run_1')
  await sender.settle()
  const days = (count: number) => count * 86_400
  bench.set(days(30) - 1)
  await expireEvents(bench.db, bench.clock.now())
  expect(await bench.rows()).toHaveLength(2)
  bench.set(days(30) + 1)
  await bench.append('run_2')
  await expireEvents(bench.db, bench.clock.now())
  const left = await bench.rows()
  expect(left.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['pending', 1],
    ['pending', 0],
    ['pending', 0],
  ])
  expect((await bench.attempts()).map(({ delivery_id }) => delivery_id)).toEqual([left[0]!.id])
  await bench.db.updateTable('webhook_deliveries').set({ state: 'dead' }).execute()
  bench.set(days(61))
  await expireEvents(bench.db, bench.clock.now())
  expect(await bench.rows()).toEqual([])
  expect(await bench.db.selectFrom('events').selectAll().execute()).toEqual([])
})

test('requests are served while many are removed', async () => {
  await bench.endpoint()
  await bench.append('run_1')
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type, state, created_at)
    select 'dlv_old' || i, endpoint_id, event_id, event_type, 'dead', '2026-01-01T00:00:00.000Z'
    from n, webhook_deliveries`.execute(bench.db)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await expireEvents(bench.db, bench.clock.now())
  isOver = true
  expect(await bench.rows()).toHaveLength(1)
  expect(turns).toBeGreaterThanOrEqual(6)
})
