import { expect, test } from 'vitest'
import { fillCorners } from './fill-corners.ts'

const [WIDTH, HEIGHT] = [240, 160]
const PORCELAIN = [226, 222, 214]
const TABLE = [104, 70, 48]

/** Within the corner at the lower right, cut off at a slant. */
const isInCorner = (x: number, y: number): boolean => WIDTH - 1 - x + (HEIGHT - 1 - y) < 16
const picture = (colourAt: (x: number, y: number) => readonly number[]) => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.set(colourAt(i % WIDTH, Math.floor(i / WIDTH)), 3 * i)
  return { data, width: WIDTH, height: HEIGHT, channels: 3 as const }
}
const withoutCorner = {
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    isInCorner(i % WIDTH, Math.floor(i / WIDTH)) ? 0 : 255,
  ),
  width: WIDTH,
  height: HEIGHT,
}

test('a corner of a plate that fills the photo is a part of the plate', () => {
  // The light falls off towards the corner, as it does in a photo.
  const plate = picture((x, y) => PORCELAIN.map((value) => value - (x + y) / 20))
  expect(fillCorners(plate, withoutCorner).every((value) => value === 255)).toBe(true)
})

test('a corner in which the table is seen stays out', () => {
  const plate = picture((x, y) => (isInCorner(x, y) ? TABLE : PORCELAIN))
  expect(fillCorners(plate, withoutCorner)).toEqual(withoutCorner.alpha)
})

test('a large corner stays out, whatever its colour: a white table may be seen there', () => {
  const plate = picture(() => PORCELAIN)
  const alpha = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    (i % WIDTH) + Math.floor(i / WIDTH) < 60 ? 0 : 255,
  )
  expect(fillCorners(plate, { ...withoutCorner, alpha })).toEqual(alpha)
})
