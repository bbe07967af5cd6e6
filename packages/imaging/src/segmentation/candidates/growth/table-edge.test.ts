import { expect, test } from 'vitest'
import { type BinaryMask, maskBits } from '../../../raster/masks/binary-mask.ts'
import { firstCandidate } from '../candidate-features.ts'
import { endsAtTableEdge } from './table-edge.ts'

const [WIDTH, HEIGHT] = [120, 90]
const mask = (holds: (x: number, y: number) => boolean): BinaryMask => ({
  bits: maskBits(WIDTH * HEIGHT, (i) => holds(i % WIDTH, Math.floor(i / WIDTH))),
  width: WIDTH,
  height: HEIGHT,
})
const isFood = (x: number, y: number) => Math.hypot((x - 60) / 30, (y - 55) / 20) < 1
const food = firstCandidate(mask(isFood))

test.each([
  ['level', (_: number, y: number) => y >= 20],
  ['tilted', (x: number, y: number) => y >= 12 + x / 10],
  ['at the side', (x: number) => x < 95],
])('a region that ends in one straight line across the picture is a table: %s', (_, holds) => {
  expect(endsAtTableEdge(mask(holds), food)).toBe(true)
})

test.each([
  ['a plate that the frame cuts', (x: number, y: number) => Math.hypot((x - 60) / 70, (y - 60) / 48) < 1],
  ['a whole plate', (x: number, y: number) => Math.hypot((x - 60) / 50, (y - 50) / 35) < 1],
  ['a tray', (x: number, y: number) => Math.abs(x - 60) < 45 && Math.abs(y - 50) < 33],
])('plates and trays are none: %s', (_, holds) => {
  expect(endsAtTableEdge(mask(holds), food)).toBe(false)
})

test('a straight edge of the food itself is none of its surroundings', () => {
  const form = (x: number, y: number) => y >= 30 && x >= 0
  expect(endsAtTableEdge(mask(form), firstCandidate(mask(form)))).toBe(false)
})
