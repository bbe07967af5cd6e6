import { describe, expect, test } from 'vitest'
import type { Pixels } from '../../raster/pixels.ts'
import { cleanUpMask } from './clean-up-mask.ts'
import { maskConfidence } from './mask-confidence.ts'

const [WIDTH, HEIGHT] = [400, 320]
type Shape = (x: number, y: number) => number

const disc =
  (cx: number, cy: number, radius: number, alpha = 255): Shape =>
  (x, y) =>
    alpha * Math.min(1, Math.max(0, radius - Math.hypot(x + 0.5 - cx, y + 0.5 - cy) + 0.5))
const any =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    Math.max(...shapes.map((shape) => shape(x, y)))
const without =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.min(one(x, y), 255 - other(x, y))
const bar =
  (left: number, top: number, width: number, height: number): Shape =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height ? 255 : 0

const maskOf = (shape: Shape) => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => Math.round(shape(i % WIDTH, Math.floor(i / WIDTH)))),
  width: WIDTH,
  height: HEIGHT,
})
/** Dark wood with a painted subject: a colour, or nothing. */
const picture = (paint: (x: number, y: number) => readonly number[] | undefined): Pixels => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const grain = 6 * Math.sin(y / 3 + Math.sin(x / 40))
    data.set(paint(x, y) ?? [78 + grain, 52 + grain, 38 + grain], 3 * i)
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 }
}
const food = (x: number, y: number) => [170 + 30 * Math.sin(x / 4), 90 + 40 * Math.cos(y / 5), 40]
const dish = disc(200, 160, 100)
const onWood = picture((x, y) => (dish(x, y) > 127 ? food(x, y) : undefined))
const at = ({ alpha }: { alpha: Uint8Array }, x: number, y: number) => alpha[y * WIDTH + x]

describe('a cleaned-up mask', () => {
  test('has no specks and keeps every dish', () => {
    const mended = cleanUpMask(maskOf(any(dish, disc(350, 40, 35), disc(30, 290, 3))))
    expect(at(mended, 200, 160)).toBe(255)
    expect(at(mended, 350, 40)).toBe(255)
    expect(at(mended, 30, 290)).toBe(0)
    expect(mended.filtered.components).toBe(2)
  })

  test('is opaque where the network was uncertain inside the dish', () => {
    const mended = cleanUpMask(maskOf(without(dish, any(disc(200, 160, 25, 200), disc(160, 120, 6)))))
    for (const [x, y] of [
      [200, 160],
      [160, 120],
    ] as const)
      expect(at(mended, x, y)).toBe(255)
  })

  test('keeps the loop of a handle open', () => {
    const handle = without(disc(330, 160, 38), disc(330, 160, 28))
    const mended = cleanUpMask(maskOf(any(dish, handle)))
    expect(at(mended, 330, 160)).toBe(0)
    expect(at(mended, 363, 160)).toBeGreaterThan(200)
  })

  test('keeps thin attached parts', () => {
    const mended = cleanUpMask(maskOf(any(dish, bar(290, 156, 95, 6))))
    expect(at(mended, 370, 159)).toBe(255)
  })
})

describe('the confidence of a subject', () => {
  const confidence = (shape: Shape, pixels = onWood, isSeen = true) =>
    maskConfidence(pixels, maskOf(shape), cleanUpMask(maskOf(shape)).filtered, isSeen)

  test('falls from a clear mask to an undecided one to one that follows nothing in the picture', () => {
    const clear = confidence(dish)
    const undecided = confidence(any(disc(200, 160, 100, 150), disc(200, 160, 30)))
    const elsewhere = confidence(bar(0, 0, 130, 60))
    expect(clear).toBeGreaterThan(0.85)
    expect(undecided).toBeLessThan(clear)
    expect(elsewhere).toBeLessThan(0.4)
    expect(confidence(() => 0)).toBe(0)
  })

  test('is not lowered by glaze inside a clear rim', () => {
    const plate = picture((x, y) => (dish(x, y) > 127 ? [236, 234, 228] : undefined))
    const doubted = any(disc(200, 160, 100, 150), disc(200, 160, 70, 215))
    expect(confidence(doubted, plate)).toBeGreaterThan(
      confidence(
        doubted,
        picture(() => undefined),
      ) + 0.3,
    )
  })

  test('is lower for colours alone', () => {
    expect(confidence(dish, onWood, false)).toBeLessThan(0.8 * confidence(dish))
  })
})
