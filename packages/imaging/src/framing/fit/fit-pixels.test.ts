import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { measureBorders } from '../extend/border-calmness.ts'
import { calmPart, fitAround, planFrame } from './fit-pixels.ts'

const [WIDTH, HEIGHT] = [600, 450]
const STORY = { size: { width: 540, height: 960 } }
const DISH = { left: 60, top: 140, width: 480, height: 180, focus: { x: 300, y: 230 } }

/** A wide red dish on a table, and a dark blue thing that the upper border cuts, down to a height. */
const photoWith = (height: number) =>
  drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (x >= 60 && x < 540 && y >= 140 && y < 320) return [210, 40, 30]
    return y < height && x > 250 && x < 330 ? [20, 30, 90] : [170, 140, 110]
  })
const SUBJECT = {
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    return x >= 60 && x < 540 && y >= 140 && y < 320 ? 255 : 0
  }),
  width: WIDTH,
  height: HEIGHT,
  confidence: 1,
  engine: 'drawn',
  objects: [],
}

test('a thing that the photo cuts is left out where there is room beside the dish', async () => {
  const { kept, by, crossed, frame } = await planFrame(photoWith(40), STORY, SUBJECT, DISH)
  expect([by, crossed]).toEqual(['soft', undefined])
  expect(kept.top).toBeGreaterThanOrEqual(40)
  expect(kept.top + kept.height).toBe(HEIGHT)
  expect(frame.top).toBeLessThan(0)
  const { pixels, dishInside, extended } = await fitAround(photoWith(40), STORY, SUBJECT)
  expect([dishInside, extended]).toEqual([true, true])
  for (let i = 0; i < pixels.data.length; i += 3) expect(pixels.data[i + 2]!).toBeLessThan(pixels.data[i]!)
})

test('the photo is cropped if such a thing reaches the dish', async () => {
  const { by, frame } = await planFrame(photoWith(140), STORY, SUBJECT, DISH)
  expect([by, frame.top, frame.height]).toEqual([undefined, 0, HEIGHT])
  expect((await fitAround(photoWith(140), STORY, SUBJECT)).dishInside).toBe(false)
})

test('a crop that cannot hold a wide plate shows its food, not the bare side of the plate', async () => {
  const [top, bottom] = [0, HEIGHT]
  // A white plate that fills the photo from the left to two thirds, with stew at its right end.
  const photo = drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (x >= 300 && x < 420 && y > 120 && y < 330) return [180, 60, 20]
    return x < 440 ? [235, 234, 232] : [60, 50, 45]
  })
  const alpha = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH < 440 ? 255 : 0))
  const dish = { left: 0, top, width: 440, height: bottom - top, focus: { x: 220, y: 225 } }
  const { frame } = await planFrame(photo, STORY, { ...SUBJECT, alpha }, dish)
  expect(frame.left).toBeLessThanOrEqual(300)
  expect(frame.left + frame.width).toBeGreaterThanOrEqual(420)
})

describe('calm part', () => {
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
})
