import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { cielabOf } from './cielab.ts'
import { colourGrid, maskAtCell } from './pale-surfaces.ts'

/** Pale parts of the dish: lightness as a share of the lightest, and the most chroma at good light. */
const PALE = { lightness: 0.7, chroma: 20, lit: 80 }
/** Values of b* at good light up to which a pale part is blue, and chroma up to which it is neutral. */
const BLUE = -5
const NEUTRAL = 5
/** Shares of the pale parts that are blue and neutral, and the share of the picture that both are, from which on they are believed. */
const BELIEVED = { blue: [0.03, 0.1], neutral: [0.06, 0.14], both: [0.015, 0.035] } as const
/** A blue thing around the dish, as a table or a cloth: chroma at good light from which it is no shade, lightness, and its share of the picture. */
const BLUE_THING = { chroma: 18, lightness: 15, share: [0.08, 0.2] } as const
/** A blue pattern on the ware: b* up to which a pixel is plainly blue, every how many are looked at, and their share of the dish. */
const PATTERN = { blue: -18, every: 3, share: [0.006, 0.02] } as const

/** The share of the dish that is plainly blue. The means of blocks do not show thin lines. */
const shareOfPattern = ({ data }: Pixels, dish: Plane): number => {
  let [blue, all] = [0, 0]
  for (let i = 0; i < dish.data.length; i += PATTERN.every) {
    if (dish.data[i] < 0.5) continue
    const { a, b } = cielabOf(data[3 * i], data[3 * i + 1], data[3 * i + 2])
    all++
    if (b < PATTERN.blue && -b > Math.abs(a)) blue++
  }
  return blue / Math.max(1, all)
}

/**
 * How certain it is that the pale blue in a picture is white ware in the light of a window, 0–1. Ware that is white in one light
 * and blue in another has parts of both; a pale blue plate is blue everywhere. A white balance can take out only one of the two.
 * Where something blue lies around the dish, or the ware has a blue pattern, their paler parts would turn grey, so the blue stays.
 *
 * @param level RGB, in neutral light
 * @param dish mask of the dish, 0–1, of the same size
 */
export const blueShade = (level: Pixels, dish: Plane): number => {
  const grid = colourGrid(level)
  const { lightness, a, b } = grid
  const least = PALE.lightness * lightness.reduce((most, one) => Math.max(most, one), 0)
  let [pale, blue, neutral, things] = [0, 0, 0, 0]
  for (let i = 0; i < lightness.length; i++) {
    const atGoodLight = (PALE.lit + 16) / (lightness[i] + 16)
    const chroma = Math.hypot(a[i], b[i]) * atGoodLight
    const isBlue = b[i] * atGoodLight < BLUE && -b[i] > Math.abs(a[i])
    if (maskAtCell(dish, i, grid) < 0.5) {
      if (isBlue && chroma > BLUE_THING.chroma && lightness[i] > BLUE_THING.lightness) things++
      continue
    }
    if (lightness[i] < least || chroma > PALE.chroma) continue
    pale++
    if (chroma < NEUTRAL) neutral++
    else if (isBlue) blue++
  }
  if (pale === 0) return 0
  return (
    smoothstep(...BELIEVED.blue, blue / pale) *
    smoothstep(...BELIEVED.neutral, neutral / pale) *
    smoothstep(...BELIEVED.both, (blue + neutral) / lightness.length) *
    (1 - smoothstep(...BLUE_THING.share, things / lightness.length)) *
    (1 - smoothstep(...PATTERN.share, shareOfPattern(level, dish)))
  )
}
