import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import type { DishPosition } from './dish-position.ts'
import { foodRelief } from './food-relief.ts'

/** Height of the dish above the table, and width of its flanks, in half-widths of the dish. */
const RISE = 0.36
const SLOPE_WIDTH = 0.2
/** Height, in half-widths of the dish, that a lightness of 1 above the surroundings counts as. */
const RELIEF_HEIGHT = 0.1
/** Slope above which brightness is not taken for height any more: an olive on cheese is black, not a cliff. */
const STEEPEST = 0.35

/**
 * The slope of the scene towards the light at every place, as height per distance. The dish is a low hill with soft flanks,
 * and the food on it has a relief.
 *
 * @param mask of the dish, 0–1; undefined if no dish is known, which leaves the relief alone
 * @param relief how much of the relief counts
 */
export const surfaceSlopes = (
  analysisCopy: Pixels,
  mask: Plane | undefined,
  position: DishPosition,
  along: { readonly x: number; readonly y: number },
  relief: number,
): Plane => {
  const { width, height } = analysisCopy
  const inside = mask ?? { ...plane(width, height), data: new Float32Array(width * height).fill(1) }
  const bumps = foodRelief(analysisCopy, inside, position.reach)
  const hill = mask && wideBlur(mask, SLOPE_WIDTH * position.reach)
  const slopes = plane(width, height)
  const rise = relief * RELIEF_HEIGHT * position.reach
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const claimed = slopeAt(bumps, x, y, along) * rise
      const flank = hill ? slopeAt(hill, x, y, along) * RISE * position.reach : 0
      slopes.data[i] = (inside.data[i] * claimed) / (1 + (claimed / STEEPEST) ** 2) + flank
    }
  }
  return slopes
}

/** Rise of a plane per pixel in a direction. */
const slopeAt = (
  { data, width, height }: Plane,
  x: number,
  y: number,
  along: { readonly x: number; readonly y: number },
): number => {
  const at = (column: number, row: number) => data[clamp(row, 0, height - 1) * width + clamp(column, 0, width - 1)]
  return ((at(x + 1, y) - at(x - 1, y)) * along.x + (at(x, y + 1) - at(x, y - 1)) * along.y) / 2
}
