import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answered, webhookFixture } from '../../../test/support/webhook-fixture.ts'
import { checkConfig } from '../../base/config/server-config.ts'
import { expireEvents } from './expire-events.ts'

const KEPT = checkConfig({}).config.retention
let fixture: Awaited<ReturnType<typeof webhookFixture>>

beforeEach(async () => {
  fixture = await webhookFixture()
})
afterEach(() => fixture.close())

test('events older than thirty days are removed with their attempts, except those with pending deliveries', async () => {
  await fixture.endpoint({ url: 'https://well.example/' })
  await fixture.endpoint({ url: 'https://dead.example/' })
  const deliverer = await fixture.startDeliverer('a', ({ url }) => answered(url.includes('well') ? 200 : 500))
  await fixture.append('run_1')
  await deliverer.settle()
  // What it still does in the background would lock the rows that this test changes, in another order.
  await deliverer.stop(0)
  const days = (count: number) => count * 86_400
  fixture.goTo(days(30) - 1)
  await expireEvents(fixture.db, fixture.clock.now(), KEPT)
  expect(await fixture.rows()).toHaveLength(2)
  fixture.goTo(days(30) + 1)
  await fixture.append('run_2')
  await expireEvents(fixture.db, fixture.clock.now(), KEPT)
  const left = await fixture.rows()
  expect(left.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['pending', 1],
    ['pending', 0],
    ['pending', 0],
  ])
  expect((await fixture.attempts()).map(({ delivery_id }) => delivery_id)).toEqual([left[0]!.id])
  await fixture.db.updateTable('webhook_deliveries').set({ state: 'dead' }).execute()
  fixture.goTo(days(61))
  await expireEvents(fixture.db, fixture.clock.now(), KEPT)
  expect(await fixture.rows()).toEqual([])
  expect(await fixture.db.selectFrom('events').selectAll().execute()).toEqual([])
})

test('requests are served while many events are removed', async () => {
  await fixture.endpoint()
  await fixture.append('run_1')
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type, state, created_at)
    select 'dlv_old' || i, endpoint_id, event_id, event_type, 'dead', '2026-01-01T00:00:00.000Z'
    from n, webhook_deliveries`.execute(fixture.db)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await expireEvents(fixture.db, fixture.clock.now(), KEPT)
  isOver = true
  expect(await fixture.rows()).toHaveLength(1)
  expect(turns).toBeGreaterThanOrEqual(6)
})
