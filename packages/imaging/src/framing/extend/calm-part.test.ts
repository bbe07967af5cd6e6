import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { measureBorders } from './border-calmness.ts'
import { calmPart } from './calm-part.ts'

const SIZE = { width: 600, height: 450 }
const DISH = { left: 200, top: 140, width: 200, height: 180 }
/** Taller than the photo. */
const FRAME = { left: 150, top: -100, width: 300, height: 650 }

/** A table with things over it, and a dish in its middle. */
const partOf = async (isThing: (x: number, y: number) => boolean) => {
  const photo = drawPicture(SIZE.width, SIZE.height, (x, y) => (isThing(x, y) ? [20, 30, 60] : [170, 140, 110]))
  const alpha = Uint8Array.from({ length: 60 * 45 }, (_, i) => {
    const [x, y] = [i % 60, Math.floor(i / 60)]
    return x >= 20 && x < 40 && y >= 14 && y < 32 ? 255 : 0
  })
  return calmPart(SIZE, DISH, FRAME, await measureBorders(photo, { alpha, width: 60, height: 45 }))
}

test('a thing that the photo cuts is cut off with its strip, and the other side stays', async () => {
  const part = await partOf((x, y) => y < 40 && x > 250 && x < 330)
  expect(part.top).toBeGreaterThanOrEqual(40)
  expect(part.top).toBeLessThan(75)
  expect(part.top + part.height).toBe(SIZE.height)
})

test('a thing that reaches the dish, or lies outside of the frame, stays', async () => {
  const whole = { left: 0, top: 0, ...SIZE }
  expect(await partOf((x, y) => y < 150 && x > 250 && x < 330)).toEqual(whole)
  expect(await partOf((x, y) => y < 40 && x < 100)).toEqual(whole)
})

test('a single calm line between two stripes of a pattern is no place to cut', async () => {
  expect(await partOf((x, y) => x > 250 && x < 330 && (y < 20 || (y > 35 && y < 150)))).toEqual({
    left: 0,
    top: 0,
    ...SIZE,
  })
})
