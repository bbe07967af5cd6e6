import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCoalescedTask } from '../../runs/scheduling/coalesced-task.ts'
import { createCycleLoop } from '../loops/cycle-loop.ts'
import { correlated, correlationIds } from './correlation.ts'
import { noTracing } from './tracing.ts'

test('ids follow work through what it awaits, and inner work has its own', async () => {
  const span = {
    ...noTracing.begin({ name: '', kind: 'server', parent: null }),
    traceparent: `00-${'a'.repeat(32)}-b-01`,
  }
  await correlated({ request_id: 'req_1', span }, async () => {
    await nextTurn()
    expect(correlationIds()).toEqual({ request_id: 'req_1', trace_id: 'a'.repeat(32) })
    expect(correlated({ run: 'run_1' }, correlationIds)).toEqual({ run: 'run_1' })
  })
  expect(correlationIds()).toEqual({})
})

test('a loop that a request wakes works for many, and has the id of none', async () => {
  const seen: object[] = []
  const look = async () => void seen.push(correlationIds())
  const loop = createCycleLoop(look, () => {})
  const task = createCoalescedTask(look)
  await correlated({ request_id: 'req_1' }, async () => {
    task.trigger()
    await loop.wake()
    await task.stop()
  })
  expect(seen).toEqual([{}, {}])
})
