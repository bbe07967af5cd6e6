import { expect, test } from 'vitest'
import { boxArea } from './box-area.ts'
import { partlyErased } from './look-around.ts'

const PICTURE = { width: 400, height: 300 }
/** A dish at the left and a cup at the right, on a copy of half the size. */
const around = {
  width: 200,
  height: 150,
  alpha: Uint8Array.from({ length: 200 * 150 }, (_, i) =>
    Math.hypot((i % 200) - 70, Math.floor(i / 200) - 80) < 50 ? 255 : 0,
  ),
  objects: [{ box: { left: 150, top: 20, width: 40, height: 60 } }],
}
const erasing = (x: number, y: number, width: number, height: number) =>
  partlyErased(boxArea(PICTURE, { x, y, width, height }), PICTURE, around)

test('half a cup is a part of it, and the box of the whole cup is told', () => {
  const whole = erasing(0.72, 0.1, 0.26, 0.25)
  expect(whole?.x).toBeCloseTo(0.75, 2)
  expect(whole?.y).toBeCloseTo(0.13, 2)
  expect(whole?.width).toBeCloseTo(0.2, 2)
  expect(whole?.height).toBeCloseTo(0.4, 2)
})

test('half the dish is a part of it', () => {
  expect(erasing(0.08, 0.15, 0.27, 0.75)?.width).toBeCloseTo(0.5, 1)
})

test.each([
  ['the whole cup', [0.74, 0.12, 0.22, 0.42]],
  ['a spot on the cup', [0.8, 0.2, 0.05, 0.05]],
  ['a crumb on the dish', [0.3, 0.5, 0.06, 0.06]],
  ['an empty piece of the table', [0.62, 0.6, 0.2, 0.3]],
  ['the table with a corner of the cup', [0.5, 0.1, 0.3, 0.35]],
] as const)('%s is no part of a thing', (_, [x, y, width, height]) => {
  expect(erasing(x, y, width, height)).toBeUndefined()
})
