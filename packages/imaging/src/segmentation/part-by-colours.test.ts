import { expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { Hint, partByColours } from './part-by-colours.ts'

const [width, height] = [120, 90]
const isDisc = (i: number, radius: number) => Math.hypot((i % width) - 60, Math.floor(i / width) - 45) < radius
const grain = (x: number, y: number) => 8 * Math.sin(x / 2 + y)
const picture = drawPicture(width, height, (x, y) =>
  isDisc(y * width + x, 30) ? [190 + grain(x, y), 90, 40] : [70, 84 + grain(x, y), 96],
)
const hinted = (certain: number, probable: number) =>
  Uint8Array.from({ length: width * height }, (_, i) => {
    if (isDisc(i, certain)) return Hint.foreground
    return isDisc(i, probable) ? Hint.probableForeground : Hint.probableBackground
  })
const wrong = (bits: Uint8Array) => bits.filter((bit, i) => (bit === 1) !== isDisc(i, 30)).length

test.each([20, 40])('an outline at a radius of %i moves to where the colours change', (probable) => {
  expect(wrong(partByColours(picture, hinted(10, probable)))).toBeLessThan(0.01 * width * height)
})

test('certain pixels keep their side, whatever their colour', () => {
  const hints = hinted(10, 40).map((hint, i) => (i < 10 * width ? Hint.foreground : hint))
  const bits = partByColours(picture, hints)
  expect(bits.subarray(0, 10 * width).every((bit) => bit === 1)).toBe(true)
})

test('the same picture and hints give the same answer', () => {
  expect(partByColours(picture, hinted(10, 40))).toEqual(partByColours(picture, hinted(10, 40)))
})
