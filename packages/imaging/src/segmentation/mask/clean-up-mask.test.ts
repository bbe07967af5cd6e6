import { describe, expect, test } from 'vitest'
import type { Pixels } from '../../raster/pixels.ts'
import { subjectFromMask } from '../find-subject.ts'
import { cleanUpMask } from './clean-up-mask.ts'

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
    const mended = cleanUpMask(onWood, maskOf(any(dish, disc(350, 40, 35), disc(30, 290, 3))))
    expect(at(mended, 200, 160)).toBe(255)
    expect(at(mended, 350, 40)).toBe(255)
    expect(at(mended, 30, 290)).toBe(0)
    expect(mended.filtered.components).toBe(2)
  })

  test('is opaque where the network was uncertain inside the dish', () => {
    const mended = cleanUpMask(onWood, maskOf(without(dish, any(disc(200, 160, 25, 200), disc(160, 120, 6)))))
    for (const [x, y] of [
      [200, 160],
      [160, 120],
    ] as const)
      expect(at(mended, x, y)).toBe(255)
  })

  test('keeps the loop of a handle open', () => {
    const handle = without(disc(330, 160, 38), disc(330, 160, 28))
    const mended = cleanUpMask(onWood, maskOf(any(dish, handle)))
    expect(at(mended, 330, 160)).toBe(0)
    expect(at(mended, 363, 160)).toBeGreaterThan(200)
  })

  test('keeps thin attached parts', () => {
    const mended = cleanUpMask(onWood, maskOf(any(dish, bar(290, 156, 95, 6))))
    expect(at(mended, 370, 159)).toBe(255)
  })

  test('includes the plate around the food when its rim is clear', () => {
    const heap: Shape = (x, y) => disc(200, 160, 46 + 14 * Math.sin(3 * Math.atan2(y - 160, x - 200)))(x, y)
    const plate: Shape = (x, y) => disc(200, 160, 120)(x, y)
    const served = picture((x, y) => (heap(x, y) > 127 ? food(x, y) : plate(x, y) > 127 ? [236, 234, 228] : undefined))
    const mended = cleanUpMask(served, maskOf(heap))
    expect(mended.plates).toHaveLength(1)
    let [both, either] = [0, 0]
    maskOf(plate).alpha.forEach((known, i) => {
      if (known >= 128 || mended.alpha[i] >= 128) either++
      if (known >= 128 && mended.alpha[i] >= 128) both++
    })
    expect(both / either).toBeGreaterThan(0.97)
  })

  test('gets no plate when it comes from two scales, which have whole plates already', () => {
    const heap: Shape = (x, y) => disc(200, 160, 46 + 14 * Math.sin(3 * Math.atan2(y - 160, x - 200)))(x, y)
    const plate = disc(200, 160, 120)
    const served = picture((x, y) => (heap(x, y) > 127 ? food(x, y) : plate(x, y) > 127 ? [236, 234, 228] : undefined))
    expect(cleanUpMask(served, maskOf(heap), false)).toMatchObject({ plates: [], plateMissed: false })
  })

  test('gets no plate when food lies on a bare table', () => {
    const heap: Shape = (x, y) => disc(200, 160, 60 + 18 * Math.sin(3 * Math.atan2(y - 160, x - 200)))(x, y)
    const bare = picture((x, y) => (heap(x, y) > 127 ? food(x, y) : undefined))
    const mended = cleanUpMask(bare, maskOf(heap))
    expect(mended.plates).toHaveLength(0)
    expect(mended.plateMissed).toBe(false)
  })
})

describe('the confidence of a subject', () => {
  const confidence = (shape: Shape, pixels = onWood) => subjectFromMask(pixels, maskOf(shape), 'isnet').confidence

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

  test('is lower for colours alone, and falls with their doubt', () => {
    const by = (doubt: number) => subjectFromMask(onWood, maskOf(dish), 'classical', { doubt }).confidence
    expect(by(0)).toBeLessThan(confidence(dish))
    expect(by(0.8)).toBeLessThan(by(0))
  })

  test('is low enough for a warning when two scales are certain of little, and unchanged when they are certain', () => {
    const by = (agreement: number) => subjectFromMask(onWood, maskOf(dish), 'isnet', { agreement }).confidence
    expect(by(0.97)).toBe(confidence(dish))
    expect(by(0.9)).toBeGreaterThan(0.6)
    expect(by(0.8)).toBeLessThan(0.4)
  })
})
