import { expect, test } from 'vitest'
import { meanBrightness, stampBox, stampPicture } from './stamp-picture.ts'

const flat = (width: number, height: number, pixel: readonly number[]) => ({
  data: Uint8Array.from({ length: width * height * pixel.length }, (_, at) => pixel[at % pixel.length] ?? 0),
  width,
  height,
  channels: pixel.length as 3 | 4,
})

test('half transparent pixels mix with what is below, and pixels outside of the stamp keep their bytes', () => {
  const picture = flat(4, 1, [200, 100, 0])
  stampPicture(picture, flat(2, 1, [0, 100, 200, 128]), { left: 1, top: 0 })
  expect([...picture.data]).toEqual([200, 100, 0, 100, 100, 100, 100, 100, 100, 200, 100, 0])
})

test('on a transparent picture, a stamp brings its own colour', () => {
  const picture = flat(1, 1, [255, 255, 255, 0])
  stampPicture(picture, flat(1, 1, [10, 20, 30, 255]), { left: 0, top: 0 })
  expect([...picture.data]).toEqual([10, 20, 30, 255])
})

test('what lies outside of the picture is dropped', () => {
  const picture = flat(2, 2, [0, 0, 0])
  stampPicture(picture, flat(4, 4, [255, 255, 255, 255]), { left: -3, top: 1 })
  expect([...picture.data]).toEqual([0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0])
})

test.each([
  ['top-left', 5, 5],
  ['top', 40, 5],
  ['bottom-right', 75, 85],
  ['right', 75, 45],
  ['centre', 40, 45],
] as const)('%s keeps a margin from the borders that it is at', (place, left, top) => {
  const box = stampBox({ width: 100, height: 100 }, { width: 20, height: 10 }, place)
  expect(box).toEqual({ left, top, width: 20, height: 10 })
})

test('brightness is that of the part alone, and transparent pixels count as white', () => {
  const picture = flat(10, 10, [0, 0, 0])
  stampPicture(picture, flat(5, 10, [255, 255, 255, 255]), { left: 5, top: 0 })
  expect(meanBrightness(picture, { left: 5, top: 0, width: 5, height: 10 })).toBeCloseTo(1)
  expect(meanBrightness(picture, { left: 0, top: 0, width: 10, height: 10 })).toBeCloseTo(0.5)
  expect(meanBrightness(flat(2, 2, [0, 0, 0, 0]), { left: 0, top: 0, width: 2, height: 2 })).toBeCloseTo(1)
})
