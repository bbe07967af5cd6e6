import { expect, test } from 'vitest'
import { dishExtent } from '../hero/place-in-frame.ts'
import { NOTCHED, roundWare } from './round-ware.ts'

const [WIDTH, HEIGHT] = [320, 240]
type Shape = (x: number, y: number) => boolean

const notchOf = (shape: Shape) => {
  const alpha = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    shape((i % WIDTH) + 0.5, Math.floor(i / WIDTH) + 0.5) ? 255 : 0,
  )
  const mask = { alpha, width: WIDTH, height: HEIGHT }
  const extent = dishExtent(mask)
  return extent && roundWare(mask, extent)?.notch
}
const plate =
  (down: number): Shape =>
  (x, y) =>
    ((x - 160) / 105) ** 2 + ((y - 120) / (105 * down)) ** 2 < 1
/** The end of a thumb on the rim: as wide as a share of the plate, at an angle. */
const thumb =
  (down: number, turn: number, wide: number): Shape =>
  (x, y) => {
    const [rimX, rimY] = [160 + 100 * Math.cos(turn), 120 + 100 * down * Math.sin(turn)]
    return Math.hypot(x - rimX, y - rimY) < 105 * wide
  }

test('a whole plate has no notch from any height, and neither has one with a spoon over its rim', () => {
  const spoon: Shape = (x, y) => Math.abs(y - 120) < 5 && x > 160 && x < 310
  for (const down of [1, 0.8, 0.6, 0.45]) {
    const whole = plate(down)
    expect(notchOf(whole)).toBeLessThan(NOTCHED / 2)
    expect(notchOf((x, y) => whole(x, y) || spoon(x, y))).toBeLessThan(NOTCHED)
  }
})

test('a thumb on the rim leaves a notch, wherever it is', () => {
  for (const down of [1, 0.8, 0.6]) {
    for (let eighth = 0; eighth < 8; eighth++) {
      for (const wide of [0.11, 0.15]) {
        const [whole, covered] = [plate(down), thumb(down, (eighth * Math.PI) / 4, wide)]
        expect(
          notchOf((x, y) => whole(x, y) && !covered(x, y)),
          `${down} ${eighth} ${wide}`,
        ).toBeGreaterThan(NOTCHED)
      }
    }
  }
})
