import { describe, expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import { findDishByColour } from './find-dish-by-colour.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

const drawn = (width: number, height: number, paint: Paint): Pixels => {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(paint(x, y), (y * width + x) * 3)
  }
  return { data, width, height, channels: 3 }
}

const TABLE = [110, 76, 50] as const
const PLATE = [225, 222, 215] as const
const CURRY = [190, 110, 40] as const
const within = (x: number, y: number, cx: number, cy: number, radius: number) => Math.hypot(x - cx, y - cy) < radius

/** A curry on a white plate on a brown table. */
const plateAt =
  (cx: number, cy: number, radius: number): Paint =>
  (x, y) =>
    within(x, y, cx, cy, radius * 0.6) ? CURRY : within(x, y, cx, cy, radius) ? PLATE : TABLE

describe('findDishByColour', () => {
  test.each([
    ['in the middle', 256, 192, 120],
    ['on the left', 150, 200, 110],
    ['on the right, low', 360, 260, 100],
  ])('returns a box that holds the plate %s and not much more', (_, cx, cy, radius) => {
    const box = findDishByColour(drawn(512, 384, plateAt(cx, cy, radius)))
    const slack = radius * 0.2
    expect(Math.abs(box.left - (cx - radius))).toBeLessThan(slack)
    expect(Math.abs(box.top - (cy - radius))).toBeLessThan(slack)
    expect(Math.abs(box.left + box.width - (cx + radius))).toBeLessThan(slack)
    expect(Math.abs(box.top + box.height - (cy + radius))).toBeLessThan(slack)
  })

  test('ignores a handle that sticks out of the dish', () => {
    const plate = plateAt(200, 192, 110)
    const box = findDishByColour(drawn(512, 384, (x, y) => (y > 188 && y < 194 && x > 200 ? PLATE : plate(x, y))))
    expect(box.left + box.width).toBeLessThan(350)
  })

  test('ignores a blue napkin beside the dish', () => {
    const plate = plateAt(170, 192, 110)
    const box = findDishByColour(
      drawn(512, 384, (x, y) => (x > 340 && x < 480 && y > 100 && y < 300 ? [20, 60, 170] : plate(x, y))),
    )
    expect(box.left).toBeLessThan(80)
    expect(box.left + box.width).toBeLessThan(340)
  })

  test('returns the middle when nothing stands out', () => {
    const { left, top, width, height } = findDishByColour(drawn(400, 300, () => TABLE))
    expect(Math.abs(left + width / 2 - 200)).toBeLessThan(4)
    expect(Math.abs(top + height / 2 - 150)).toBeLessThan(4)
    expect(width).toBeLessThan(210)
  })

  test.each([
    [1, 1],
    [512, 2],
    [3, 400],
  ])('returns a box inside a picture of %i x %i', (width, height) => {
    const box = findDishByColour(drawn(width, height, (x) => (x % 2 ? PLATE : CURRY)))
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.width).toBeGreaterThan(0)
    expect(box.height).toBeGreaterThan(0)
    expect(box.left + box.width).toBeLessThanOrEqual(width)
    expect(box.top + box.height).toBeLessThanOrEqual(height)
  })
})
