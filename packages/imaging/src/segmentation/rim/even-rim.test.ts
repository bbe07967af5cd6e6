import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { smoothColours } from '../candidates/colour-analysis.ts'
import { outlineRaggedness } from '../mask/outline-raggedness.ts'
import { evenRim } from './even-rim.ts'

const [WIDTH, HEIGHT] = [640, 480]

const isPlate: Place = (x, y) => Math.hypot((x - 320) / 1.3, y - 240) < 160
/** A strip beside the lower right of the rim. */
const isScrap: Place = (x, y) =>
  !isPlate(x, y) && x > 430 && x < 510 && y > 240 && Math.hypot((x - 320) / 1.3, y - 240) < 176
const isHandle: Place = (x, y) => !isPlate(x, y) && x > 320 && x < 620 && Math.abs(y - 240) < 14
const isNotch: Place = (x, y) => isPlate(x, y) && Math.abs(x - 250) < 28 && y > 380

const WOOD = [110, 74, 50]
const WHITE = [236, 234, 230]
const STEEL = [40, 44, 52]

const picture = (colourAt: (x: number, y: number) => readonly number[]) => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.set(colourAt(i % WIDTH, Math.floor(i / WIDTH)), 3 * i)
  return { data, width: WIDTH, height: HEIGHT, channels: 3 as const }
}
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
const evened = (small: Pixels, mask: SoftMask) => evenRim(small, mask, smoothColours(small))
const plateOnWood = picture((x, y) => (isPlate(x, y) ? WHITE : WOOD))

describe('an evened rim', () => {
  test('loses a scrap of the table that sticks to the plate', () => {
    const mask = maskOf((x, y) => isPlate(x, y) || isScrap(x, y))
    const alpha = evened(plateOnWood, mask)
    expect(heldOf(alpha, isScrap)).toBeLessThan(0.1)
    expect(heldOf(alpha, isPlate)).toBeGreaterThan(0.995)
    expect(outlineRaggedness({ ...mask, alpha }).amount).toBeLessThan(0.5 * outlineRaggedness(mask).amount)
  })

  test('has no holes: a dark gap in the food is a part of the dish, and the hole of a handle is none', () => {
    const isGap: Place = (x, y) => Math.hypot(x - 280, y - 250) < 18
    const isRing: Place = (x, y) => !isPlate(x, y) && Math.abs(Math.hypot(x - 545, y - 240) - 24) < 8
    const isEye: Place = (x, y) => Math.hypot(x - 545, y - 240) < 14
    const mask = maskOf((x, y) => (isPlate(x, y) && !isGap(x, y)) || isRing(x, y))
    const alpha = evened(
      picture((x, y) => (isGap(x, y) ? STEEL : isPlate(x, y) ? WHITE : isRing(x, y) ? STEEL : WOOD)),
      mask,
    )
    expect(heldOf(alpha, isGap)).toBe(1)
    expect(heldOf(alpha, isRing)).toBeGreaterThan(0.95)
    expect(heldOf(alpha, isEye)).toBe(0)
  })

  test('loses the soft remains of such a scrap, too', () => {
    const mask = maskOf((x, y) => isPlate(x, y) || isScrap(x, y))
    for (let i = 0; i < mask.alpha.length; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      if (isScrap(x - 6, y - 6) && !isPlate(x, y) && mask.alpha[i] === 0) mask.alpha[i] = 90
    }
    const alpha = evened(plateOnWood, mask)
    expect(
      alpha.filter((value, i) => value > 0 && !isPlate(i % WIDTH, Math.floor(i / WIDTH)) && mask.alpha[i] === 90),
    ).toHaveLength(0)
  })

  test('loses a wide strip of the table that runs beside the rim between two borders of the photo', () => {
    const isLarge: Place = (x, y) => Math.hypot(x - 400, y - 250) < 246
    // A slate beside the plate, lighter than the table; the network took it for a part of the dish.
    const isSlate: Place = (x, y) => !isLarge(x, y) && x > 400 && y > 250 && x + y < 1060
    const mask = maskOf((x, y) => isLarge(x, y) || isSlate(x, y))
    const alpha = evened(
      picture((x, y) => (isLarge(x, y) ? WHITE : isSlate(x, y) ? [92, 90, 88] : STEEL)),
      mask,
    )
    expect(heldOf(alpha, isSlate)).toBeLessThan(0.05)
    expect(heldOf(alpha, isLarge)).toBeGreaterThan(0.995)
  })

  test('loses the shadow under a dark plate, which fades into the table, and keeps what sticks out elsewhere', () => {
    const isDark: Place = (x, y) => Math.hypot(x - 300, y - 230) < 170
    const fromRim = (x: number, y: number) => Math.hypot(x - 300, y - 230) - 170
    const isBelow = (x: number, y: number) => y - 230 > 0.6 * Math.abs(x - 300)
    const isShadow: Place = (x, y) => !isDark(x, y) && isBelow(x, y) && fromRim(x, y) < 14
    const isGrip: Place = (x, y) => !isDark(x, y) && x > 300 && x < 540 && Math.abs(y - 200) < 12
    const dark = picture((x, y) => {
      if (isDark(x, y)) return Math.hypot(x - 300, y - 230) > 164 ? [214, 214, 220] : [44, 46, 54]
      if (isGrip(x, y)) return STEEL
      // Half of the light at the rim, and all of it 30 pixels beyond.
      const share = isBelow(x, y) ? Math.min(1, fromRim(x, y) / 30) : 1
      return WOOD.map((value) => value * (0.5 + 0.5 * share))
    })
    const alpha = evened(
      dark,
      maskOf((x, y) => isDark(x, y) || isShadow(x, y) || isGrip(x, y)),
    )
    expect(heldOf(alpha, isShadow)).toBeLessThan(0.15)
    expect(heldOf(alpha, isDark)).toBeGreaterThan(0.995)
    expect(heldOf(alpha, isGrip)).toBeGreaterThan(0.95)
  })

  test('keeps a handle whole, although the rim is seen below it', () => {
    const pan = picture((x, y) => (isPlate(x, y) ? WHITE : isHandle(x, y) ? STEEL : WOOD))
    const alpha = evened(
      pan,
      maskOf((x, y) => isPlate(x, y) || isHandle(x, y)),
    )
    expect(heldOf(alpha, isHandle)).toBe(1)
  })

  test('keeps food that lies over the rim', () => {
    const food = picture((x, y) => (isScrap(x, y) ? [190, 60, 40] : isPlate(x, y) ? [200, 80, 50] : WOOD))
    const alpha = evened(
      food,
      maskOf((x, y) => isPlate(x, y) || isScrap(x, y)),
    )
    expect(heldOf(alpha, isScrap)).toBe(1)
  })

  test('gets a bite back where the picture shows the plate', () => {
    const alpha = evened(
      plateOnWood,
      maskOf((x, y) => isPlate(x, y) && !isNotch(x, y)),
    )
    expect(heldOf(alpha, isNotch)).toBeGreaterThan(0.97)
  })

  test('keeps a notch where the picture shows the table', () => {
    const broken = picture((x, y) => (isPlate(x, y) && !isNotch(x, y) ? WHITE : WOOD))
    const alpha = evened(
      broken,
      maskOf((x, y) => isPlate(x, y) && !isNotch(x, y)),
    )
    expect(heldOf(alpha, isNotch)).toBe(0)
  })

  test('loses a scrap between the plate and the border of the photo', () => {
    const isWide: Place = (x, y) => Math.hypot((x - 320) / 1.3, y - 240) < 234
    const isBetween: Place = (x, y) => !isWide(x, y) && y < 20 && x > 330 && x < 400
    const alpha = evened(
      picture((x, y) => (isWide(x, y) ? WHITE : WOOD)),
      maskOf((x, y) => isWide(x, y) || isBetween(x, y)),
    )
    expect(heldOf(alpha, isBetween)).toBeLessThan(0.1)
  })

  test('is as smooth as its curve where the mask wavers by a pixel', () => {
    const wavering = maskOf((x, y) => isPlate(x + (Math.sin(y / 5) > 0.6 ? 2 : 0), y))
    const differsIn = (alpha: Uint8Array) =>
      alpha.reduce((sum, value, i) => sum + (value >= 128 === isPlate(i % WIDTH, Math.floor(i / WIDTH)) ? 0 : 1), 0)
    expect(differsIn(evened(plateOnWood, wavering))).toBeLessThan(0.75 * differsIn(wavering.alpha))
  })

  test('stays where it is on a plate that has an even one', () => {
    const alpha = evened(plateOnWood, maskOf(isPlate))
    expect(heldOf(alpha, isPlate)).toBeGreaterThan(0.998)
    expect(heldOf(alpha, (x, y) => !isPlate(x, y))).toBeLessThan(0.001)
  })

  test.each([
    ['a square board', maskOf((x, y) => Math.abs(x - 320) < 200 && Math.abs(y - 240) < 150)],
    [
      'a heap of food',
      maskOf((x, y) => Math.hypot(x - 320, y - 240) < 150 + 22 * Math.sin(9 * Math.atan2(y - 240, x - 320))),
    ],
    ['nothing', maskOf(() => false)],
    ['the whole picture', maskOf(() => true)],
  ])('is not looked for on %s', (_, mask) => {
    expect(evened(plateOnWood, mask)).toBe(mask.alpha)
  })
})
