import { expect, test } from 'vitest'
import { CLAIMED_PRIORITIES, PRIORITY, type Priority } from '../run-priority.ts'
import { createStarvationGuard } from './starvation-guard.ts'

/** The priorities that are started when all of these always have waiting runs. */
function turns(count: number, waiting: readonly Priority[]): Priority[] {
  const starvationGuard = createStarvationGuard()
  return Array.from({ length: count }, () => {
    const order = starvationGuard.order()
    const next = order.find((priority) => waiting.includes(priority))
    starvationGuard.started(next, order)
    return next as Priority
  })
}

test('a stream of callers leaves turns to jobs and items, and a large batch takes no turns of jobs', () => {
  const started = turns(90, CLAIMED_PRIORITIES)
  const share = (priority: Priority) => started.filter((one) => one === priority).length
  expect(started.slice(0, 9)).toEqual([...Array(7).fill(PRIORITY.waiting), PRIORITY.job, PRIORITY.item])
  expect(share(PRIORITY.waiting)).toBeGreaterThanOrEqual(65)
  expect(share(PRIORITY.job)).toBeGreaterThanOrEqual(9)
  expect(share(PRIORITY.item)).toBeGreaterThanOrEqual(9)
})

test('a waiting caller is passed over by at most one run of each lower priority in a row', () => {
  const started = turns(90, CLAIMED_PRIORITIES).map((priority) => (priority === PRIORITY.waiting ? 'w' : 'p'))
  expect(started.join('')).not.toContain('ppp')
})

test('a priority without waiting runs is not counted as passed over', () => {
  const starvationGuard = createStarvationGuard()
  for (let n = 0; n < 7; n++) starvationGuard.started(PRIORITY.waiting, starvationGuard.order())
  expect(starvationGuard.order()[0]).toBe(PRIORITY.job)
  // There was neither a job nor an item.
  starvationGuard.started(PRIORITY.waiting, starvationGuard.order())
  expect(starvationGuard.order()).toEqual(CLAIMED_PRIORITIES)
  starvationGuard.started(undefined, starvationGuard.order())
  expect(starvationGuard.order()).toEqual(CLAIMED_PRIORITIES)
})
