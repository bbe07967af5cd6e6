import { expect, test } from 'vitest'
import { boxMasks } from '../../../test/support/drawn-masks.ts'
import { removeCutNeighbours } from './remove-cut-neighbours.ts'

const [width, height] = [100, 60]
const dish = { left: 30, top: 10, width: 40, height: 40 }
const cutAtTop = { left: 75, top: 0, width: 20, height: 12 }
const cutAtLeft = { left: 0, top: 20, width: 15, height: 30 }
const maskOf = boxMasks(width, height)

test('beside a larger dish that is whole, dishes that the frame cuts are removed with their soft rims', () => {
  const mask = maskOf(dish, cutAtTop, cutAtLeft)
  // What is left of a rim would be a thin line in the cut-out.
  mask.alpha[13 * width + 80] = 40
  expect(removeCutNeighbours(mask).alpha).toEqual(maskOf(dish).alpha)
})

test('whole dishes stay together', () => {
  const bowl = { left: 76, top: 40, width: 15, height: 15 }
  expect(removeCutNeighbours(maskOf(dish, bowl)).alpha).toEqual(maskOf(dish, bowl).alpha)
  expect(removeCutNeighbours(maskOf(dish, bowl, cutAtTop)).alpha).toEqual(maskOf(dish, bowl).alpha)
})

test.each([
  ['the frame cuts the largest, too', maskOf({ ...dish, top: 20, height: 40 }, cutAtTop)],
  ['the largest is no more than half, as one of many cookies', maskOf({ ...dish, width: 10 }, cutAtTop, cutAtLeft)],
  ['they touch it', maskOf(dish, { left: 60, top: 0, width: 20, height: 15 })],
  ['there is nothing else', maskOf(cutAtTop)],
  ['there is nothing', maskOf()],
])('dishes that the frame cuts stay where %s', (_, mask) => {
  expect(removeCutNeighbours(mask).alpha).toEqual(mask.alpha)
})
