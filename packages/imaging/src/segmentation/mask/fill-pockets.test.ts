import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { smoothColours } from '../../colour/colour-analysis.ts'
import { fillPockets } from './fill-pockets.ts'

const [WIDTH, HEIGHT] = [400, 300]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)

type Paint = (x: number, y: number) => readonly number[]
/** A blue plate with the rings of a potter's wheel. */
const plate: Paint = (x, y) => {
  const ring = 12 * Math.sin(Math.hypot(x - 160, y - 130) / 6)
  return [60 + ring, 84 + ring, 130 + ring]
}
const wood: Paint = (x, y) => [126 + 8 * Math.sin(y / 5 + x / 40), 84, 52]

const picture = (paint: Paint) => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.set(paint(i % WIDTH, Math.floor(i / WIDTH)), 3 * i)
  return { data, width: WIDTH, height: HEIGHT, channels: 3 as const }
}
const isPocket: Place = (x, y) => x + y > 630
const filled = (paint: Paint) =>
  fillPockets(
    maskOf((x, y) => !isPocket(x, y)),
    smoothColours(picture(paint)),
  ).alpha

describe('a part between the mask and the border of the photo', () => {
  test('is filled where the plate goes on: no edge, and the same colours on both sides', () => {
    expect(heldOf(filled(plate), isPocket)).toBe(1)
  })

  test('stays out where it is the table beside the plate', () => {
    expect(
      heldOf(
        filled((x, y) => (isPocket(x, y) ? wood : plate)(x, y)),
        isPocket,
      ),
    ).toBe(0)
  })

  test('stays out where the picture is of one flat colour, which tells nothing of the dish', () => {
    expect(
      heldOf(
        filled(() => [240, 240, 240]),
        isPocket,
      ),
    ).toBe(0)
  })

  test('stays out where it is large: that is the table', () => {
    const isHalf: Place = (x) => x > 250
    const { alpha } = fillPockets(
      maskOf((x, y) => !isHalf(x, y)),
      smoothColours(picture(plate)),
    )
    expect(heldOf(alpha, isHalf)).toBe(0)
  })
})
