import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { analyseColours } from '../../colour/colour-analysis.ts'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { growWare } from './grow-ware.ts'

const [width, height] = [256, 192]
/** Food of several colours. */
const food = (x: number, y: number): [number, number, number] =>
  ((x >> 2) + (y >> 2)) % 2 ? [190, 90, 40] : [120, 60, 20]
const wood = (x: number): [number, number, number] => (x % 16 < 8 ? [120, 84, 52] : [110, 76, 46])
const overlap = (a: Uint8Array, b: Uint8Array) => {
  let [both, either] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    both += a[i]! & b[i]!
    either += a[i]! | b[i]!
  }
  return both / either
}

/** Food in the middle of something round, of which only the food is in the mask. */
function plateOf(radius: number, [cx, cy]: readonly [number, number] = [128, 96]) {
  const distance = (x: number, y: number) => Math.hypot(x - cx, y - cy)
  const picture = drawPicture(width, height, (x, y) => {
    if (distance(x, y) < 40) return food(x, y)
    // A plate is shaded from one side to the other.
    return distance(x, y) < radius ? [230 - x / 8, 228 - x / 8, 222 - x / 8] : wood(x)
  })
  const bitsWithin = (most: number) =>
    maskBits(width * height, (i) => distance(i % width, Math.floor(i / width)) < most)
  return { picture, food: { bits: bitsWithin(40), width, height }, truth: bitsWithin(radius) }
}
const bestOverlap = ({ picture, food, truth }: ReturnType<typeof plateOf>) =>
  Math.max(...growWare(analyseColours(picture), food).map(({ bits }) => overlap(bits, truth)))

test('one of the regions is the plate around the food, without the table', () => {
  expect(bestOverlap(plateOf(80))).toBeGreaterThan(0.95)
})

test('a plate that the frame cuts on three sides is found as far as it is in the picture', () => {
  expect(bestOverlap(plateOf(120))).toBeGreaterThan(0.95)
})

test('every region holds the food', () => {
  const { picture, food: mask } = plateOf(80)
  for (const { bits } of growWare(analyseColours(picture), mask)) {
    expect(mask.bits.every((bit, i) => bit <= bits[i]!)).toBe(true)
  }
})

test('a mask of the whole picture has nothing to grow into', () => {
  const { picture } = plateOf(80)
  const all = { bits: new Uint8Array(width * height).fill(1), width, height }
  expect(growWare(analyseColours(picture), all)).toEqual([])
})
