import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import type { DishPosition } from './dish-position.ts'
import { foodRelief } from './food-relief.ts'
import { withoutWare } from './without-ware.ts'

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
  const food = withoutWare(analysisCopy, inside)
  const bumps = foodRelief(analysisCopy, food, position.reach)
  const hill = mask && hillOf(mask, SLOPE_WIDTH * position.reach)
  const slopes = plane(width, height)
  const rise = relief * RELIEF_HEIGHT * position.reach
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const claimed = slopeAt(bumps, x, y, along) * rise
      const flank = hill ? slopeAt(hill, x + hill.margin, y + hill.margin, along) * RISE * position.reach : 0
      slopes.data[i] = (food.data[i] * claimed) / (1 + (claimed / STEEPEST) ** 2) + flank
    }
  }
  return slopes
}

interface Hill extends Plane {
  /** Pixels beyond each border of the picture. */
  readonly margin: number
}

/**
 * The dish with soft flanks. Beyond the borders it goes on as it ends there: a blur that stops at the border has a bend at the
 * width of its window, which the light would draw across a plate as a straight line.
 */
function hillOf(dish: Plane, deviation: number): Hill {
  // A blur of three boxes reaches three deviations at most, and the slope one pixel farther.
  const margin = Math.ceil(3 * deviation) + 2
  const wider = plane(dish.width + 2 * margin, dish.height + 2 * margin)
  for (let y = 0, i = 0; y < wider.height; y++) {
    const row = clamp(y - margin, 0, dish.height - 1) * dish.width
    for (let x = 0; x < wider.width; x++, i++) wider.data[i] = dish.data[row + clamp(x - margin, 0, dish.width - 1)]
  }
  return { ...wideBlur(wider, deviation), margin }
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
