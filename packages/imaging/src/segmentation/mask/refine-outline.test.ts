import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { smoothColours } from '../candidates/colour-analysis.ts'
import { refineOutline } from './refine-outline.ts'

const [WIDTH, HEIGHT] = [480, 360]

const radiusAt = (x: number, y: number): number => Math.hypot((x - 240) / 1.2, y - 180)
const isPlate: Place = (x, y) => radiusAt(x, y) < 120
const isScrap: Place = (x, y) => !isPlate(x, y) && radiusAt(x, y) < 128 && x > 250 && y > 200
const isBite: Place = (x, y) => isPlate(x, y) && radiusAt(x, y) > 111 && x < 200 && y > 180

const WHITE = [232, 230, 226]
const WOOD = [122, 84, 58]

const refined = (small: Pixels, mask: SoftMask) => refineOutline(mask, smoothColours(small))

/** A picture with the grain that every photo has. */
const picture = (colourAt: (x: number, y: number) => readonly number[]) => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const grain = ((i * 7919) % 13) - 6
    data.set(
      colourAt(i % WIDTH, Math.floor(i / WIDTH)).map((value) => value + grain),
      3 * i,
    )
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 as const }
}
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
const plateOnWood = picture((x, y) => (isPlate(x, y) ? WHITE : WOOD))

describe('a refined outline', () => {
  test('loses what has the colour of the table beside the dish', () => {
    const alpha = refined(
      plateOnWood,
      maskOf((x, y) => isPlate(x, y) || isScrap(x, y)),
    )
    expect(heldOf(alpha, isScrap)).toBeLessThan(0.2)
    expect(heldOf(alpha, isPlate)).toBeGreaterThan(0.995)
  })

  test('takes back most of a thin strip that the mask left out along the rim', () => {
    const isStrip: Place = (x, y) => isPlate(x, y) && radiusAt(x, y) > 115.4 && x < 240
    const alpha = refined(
      plateOnWood,
      maskOf((x, y) => isPlate(x, y) && !isStrip(x, y)),
    )
    expect(heldOf(alpha, isStrip)).toBeGreaterThan(0.7)
  })

  test('takes back a missing piece that has the colour of the dish', () => {
    const alpha = refined(
      plateOnWood,
      maskOf((x, y) => isPlate(x, y) && !isBite(x, y)),
    )
    expect(heldOf(alpha, isBite)).toBeGreaterThan(0.85)
    expect(heldOf(alpha, (x, y) => !isPlate(x, y))).toBeLessThan(0.005)
  })

  test('closes a moat around food', () => {
    const isMoat: Place = (x, y) => Math.abs(Math.hypot(x - 220, y - 190) - 40) < 5
    const isFood: Place = (x, y) => Math.hypot(x - 220, y - 190) < 35
    const alpha = refined(
      picture((x, y) => (isFood(x, y) ? [178, 42, 30] : isPlate(x, y) ? WHITE : WOOD)),
      maskOf((x, y) => isPlate(x, y) && !isMoat(x, y)),
    )
    expect(heldOf(alpha, isMoat)).toBeGreaterThan(0.95)
  })

  test('keeps a rim in the shade that has the colour of the table, because the picture has its edge', () => {
    const isRim: Place = (x, y) => isPlate(x, y) && radiusAt(x, y) > 110 && x > 260
    const shaded = picture((x, y) => {
      const radius = radiusAt(x, y)
      // The rim fades into the plate. On its outside lies the dark line of its own shadow.
      if (radius > 120 && radius < 122) return [40, 40, 42]
      if (!isPlate(x, y)) return [150, 150, 148]
      const share = x > 260 ? Math.min(1, Math.max(0, (radius - 94) / 16)) : 0
      return WHITE.map((value) => value - share * (value - 150))
    })
    const mask = maskOf(isPlate)
    const alpha = refined(shaded, mask)
    expect(heldOf(alpha, isRim)).toBeGreaterThan(0.97)
  })

  describe('at a corner of a plate that fills the photo', () => {
    const isCorner: Place = (x, y) => WIDTH - 1 - x + (HEIGHT - 1 - y) < 20
    const withoutCorner = maskOf((x, y) => !isCorner(x, y))

    test('takes the corner in where the plate goes on', () => {
      // The light falls off towards the corner, as it does in a photo.
      const plate = picture((x, y) => WHITE.map((value) => value - (x + y) / 40))
      expect(heldOf(refined(plate, withoutCorner), isCorner)).toBe(1)
    })

    test('leaves the corner out where the table is seen', () => {
      const plate = picture((x, y) => (isCorner(x, y) ? WOOD : WHITE))
      expect(refined(plate, withoutCorner)).toEqual(withoutCorner.alpha)
    })
  })

  test('leaves the outline of a dish that is right as it is', () => {
    const mask = maskOf(isPlate)
    expect(refined(plateOnWood, mask)).toBe(mask.alpha)
  })
})
