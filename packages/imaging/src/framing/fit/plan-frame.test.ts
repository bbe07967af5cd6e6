import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { fitAround } from './fit-pixels.ts'
import { planFrame } from './plan-frame.ts'

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
