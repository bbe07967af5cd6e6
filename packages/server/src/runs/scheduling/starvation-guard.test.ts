import { expect, test } from 'vitest'
import { CLAIMED, URGENCY, type Urgency } from '../run-priority.ts'
import { createPrecedence } from './starvation-guard.ts'

/** What is begun when these are always waiting. */
function turns(count: number, waiting: readonly Urgency[]): Urgency[] {
  const precedence = createPrecedence()
  return Array.from({ length: count }, () => {
    const order = precedence.order()
    const next = order.find((urgency) => waiting.includes(urgency))
    precedence.begun(next, order)
    return next as Urgency
  })
}

test('a stream of callers leaves a turn to a job and to an item now and then; a large batch does not take the job’s', () => {
  const begun = turns(90, CLAIMED)
  const share = (urgency: Urgency) => begun.filter((one) => one === urgency).length
  expect(begun.slice(0, 9)).toEqual([...Array(7).fill(URGENCY.waiting), URGENCY.job, URGENCY.item])
  expect(share(URGENCY.waiting)).toBeGreaterThanOrEqual(65)
  expect(share(URGENCY.job)).toBeGreaterThanOrEqual(9)
  expect(share(URGENCY.item)).toBeGreaterThanOrEqual(9)
})

test('whoever waits is passed over by one of each kind in a row at most', () => {
  const begun = turns(90, CLAIMED).map((urgency) => (urgency === URGENCY.waiting ? 'w' : 'p'))
  expect(begun.join('')).not.toContain('ppp')
})

test('what was looked for and not there has not been passed over', () => {
  const precedence = createPrecedence()
  for (let n = 0; n < 7; n++) precedence.begun(URGENCY.waiting, precedence.order())
  expect(precedence.order()[0]).toBe(URGENCY.job)
  // Neither a job nor an item was there.
  precedence.begun(URGENCY.waiting, precedence.order())
  expect(precedence.order()).toEqual(CLAIMED)
  precedence.begun(undefined, precedence.order())
  expect(precedence.order()).toEqual(CLAIMED)
})
