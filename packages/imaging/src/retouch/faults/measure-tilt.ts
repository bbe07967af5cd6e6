import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { type Plane, plane } from '../../raster/planes/plane.ts'
import { wideBlur } from '../../raster/planes/wide-blur.ts'
import { levelLines, type StraightLine, transpose } from './straight-lines.ts'

/** Smallest and largest tilt that is a fault, in degrees: below it is not seen, and above it is meant. */
const LEAST = 1.5
const MOST = 6.5
/** Lengths from which a line shows the tilt, from which it takes part, and from which an upright one contradicts. */
const [SURE_LENGTH, MIN_LENGTH, UPRIGHT_LENGTH] = [0.6, 0.45, 0.5]
/** Degrees by which lines may differ. More is perspective. */
const AGREEMENT = 1.25
/** Pixels around the dish whose edges belong to it. */
const AROUND_DISH = 4

/**
 * Measures by how much a photo was taken at a tilt, by the edges of tables and of the room behind them. It is only measured
 * if all long lines agree: lines that run together are perspective.
 *
 * @param mask of the dish on the analysis copy, 0–1
 * @returns degrees by which what should be level falls to the right; undefined if it is level, or not certain
 */
export const measureTilt = (analysisCopy: Pixels, mask: Plane | undefined): number | undefined => {
  const luma = lumaPlane(analysisCopy)
  const dish = mask ? wideBlur(mask, AROUND_DISH) : plane(luma.width, luma.height)
  const ignored = { ...dish, data: dish.data.map((share) => (share > 0.05 ? 1 : 0)) }
  const level = levelLines(luma, ignored, MIN_LENGTH)
  const [longest] = level
  if (!longest || longest.length < SURE_LENGTH) return undefined
  const upright = levelLines(transpose(luma), transpose(ignored), UPRIGHT_LENGTH).map(({ degrees }) => -degrees)
  const degrees = meanDegrees(level)
  const all = [...level.map((line) => line.degrees), ...upright]
  if (all.some((one) => Math.abs(one - degrees) > AGREEMENT)) return undefined
  return Math.abs(degrees) >= LEAST && Math.abs(degrees) <= MOST ? degrees : undefined
}

const lumaPlane = ({ data, width, height, channels }: Pixels): Plane => {
  const luma = plane(width, height)
  for (let i = 0, at = 0; i < luma.data.length; i++, at += channels)
    luma.data[i] = lumaOf(data[at], data[at + 1], data[at + 2])
  return wideBlur(luma, 1)
}

const meanDegrees = (lines: readonly StraightLine[]): number => {
  const weight = lines.reduce((sum, { length }) => sum + length ** 2, 0)
  return lines.reduce((sum, { degrees, length }) => sum + degrees * length ** 2, 0) / weight
}
