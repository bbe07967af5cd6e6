import { LINEAR, luminanceOf } from '../colour/linear-light.ts'
import { findPaleSurfaces } from '../colour/pale-surfaces.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { maskBits } from '../raster/masks/binary-mask.ts'
import { dilate } from '../raster/masks/morphology.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import type { DishPosition } from './dish-position.ts'

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

/** Finest and coarsest size of the food's relief, in half-widths of the dish. */
const FINE = 0.014
const COARSE = 0.09
/** Difference of lightness (0–1) that counts as the border of two things and not as relief: food on a white plate. */
const BORDER = 0.13

const perceivedLightness = ({ data, width, height, channels }: Pixels): Plane => {
  const light = plane(width, height)
  for (let i = 0, at = 0; i < light.data.length; i++, at += channels) {
    const y = luminanceOf(LINEAR[data[at]], LINEAR[data[at + 1]], LINEAR[data[at + 2]])
    light.data[i] = Math.cbrt(y)
  }
  return light
}

/**
 * The relief of the food by its brightness, because what stands out catches light. It is what a self-guided filter (He,
 * Sun, Tang 2013) takes for texture, so a border between two things stays flat on both of its sides. Values are lightness
 * above the surroundings.
 *
 * @param mask of the dish, 0–1: only its pixels count, so that a white rim beside a dark table does not look like a hill
 * @param reach half-width of the dish in pixels
 */
const foodRelief = (analysisCopy: Pixels, mask: Plane, reach: number): Plane => {
  const light = perceivedLightness(analysisCopy)
  const radius = Math.max(2, Math.round(COARSE * reach))
  const within = (values: Float32Array) => meanWithin(values, mask, radius)
  const mean = within(light.data)
  const square = within(light.data.map((value) => value * value))
  const slope = mean.map((value, i) => {
    const variance = Math.max(0, square[i] - value * value)
    return variance / (variance + BORDER * BORDER)
  })
  const offset = within(mean.map((value, i) => value * (1 - slope[i])))
  const steady = within(slope)
  const calm = awayFromBorders(slope, light, radius)
  const texture = light.data.map((value, i) => calm[i] * (value - steady[i] * value - offset[i]))
  return wideBlur({ ...light, data: texture }, Math.max(0.7, FINE * reach))
}

/**
 * 1 away from borders and 0 beside them. There the filter is between keeping a border and smoothing it, which would draw its
 * outline once more on a plain plate.
 */
function awayFromBorders(slope: Float32Array, { width, height }: Plane, radius: number): Float32Array {
  const borders = { bits: maskBits(slope.length, (i) => slope[i] > 0.5), width, height }
  const near = dilate(borders, radius)
  return boxMean(Float32Array.from(near.bits), width, height, radius).map((share) => 1 - share)
}

const meanWithin = (values: Float32Array, { data, width, height }: Plane, radius: number): Float32Array => {
  const sums = boxMean(
    values.map((value, i) => value * (data[i] + 1e-4)),
    width,
    height,
    radius,
  )
  const weights = boxMean(data, width, height, radius)
  return sums.map((sum, i) => sum / (weights[i] + 1e-4))
}

/** Cells of the grid by which a smooth surface is grown to the food beside it. A cell that holds both is not smooth. */
const REACH = 3
/** The largest difference of brightness and of red minus blue, encoded 0–1, up to which a pixel beside ware is ware. */
const ALIKE = 0.07
/** Pixels over which the ware ends. */
const SOFT = 1

/**
 * The dish without its plain, pale ware. On ware, brightness is no height: glints, painted patterns and the borders of
 * food would become bumps.
 *
 * @param analysisCopy RGB
 * @param mask of the dish, 0–1
 */
function withoutWare(analysisCopy: Pixels, mask: Plane): Plane {
  const { data, width, height } = analysisCopy
  const { surfaces, ...grid } = findPaleSurfaces(analysisCopy)
  const cells = new Uint8Array(grid.width * grid.height)
  for (const surface of surfaces) for (const cell of surface.cells) cells[cell] = 1
  const wide = dilate({ bits: cells, width: grid.width, height: grid.height }, REACH).bits
  const cellOf = (i: number) =>
    Math.floor((Math.floor(i / width) * grid.height) / height) * grid.width +
    Math.floor(((i % width) * grid.width) / width)
  const seeds = maskBits(width * height, (i) => cells[cellOf(i)] === 1)
  const radius = Math.ceil((2 * REACH * width) / grid.width)
  const near = (value: (at: number) => number) => meanOver(seeds, value, width, height, radius)
  const brightness = (at: number) => (data[at] + data[at + 1] + data[at + 2]) / 765
  const warmth = (at: number) => (data[at] - data[at + 2]) / 255
  const [lightOfWare, warmthOfWare] = [near(brightness), near(warmth)]
  const isWare = maskBits(width * height, (i) => {
    if (seeds[i] === 1) return true
    if (wide[cellOf(i)] === 0) return false
    return Math.abs(brightness(3 * i) - lightOfWare[i]) < ALIKE && Math.abs(warmth(3 * i) - warmthOfWare[i]) < ALIKE
  })
  const ware = boxMean(Float32Array.from(isWare), width, height, SOFT)
  return { width, height, data: mask.data.map((share, i) => share * (1 - ware[i])) }
}

/** The mean of a trait of the ware nearby. */
const meanOver = (bits: Uint8Array, value: (at: number) => number, width: number, height: number, radius: number) => {
  const values = new Float32Array(bits.length)
  for (let i = 0; i < bits.length; i++) if (bits[i] === 1) values[i] = value(3 * i)
  const sums = boxMean(values, width, height, radius)
  const weights = boxMean(Float32Array.from(bits), width, height, radius)
  return sums.map((sum, i) => sum / Math.max(1e-6, weights[i]))
}
