import { LINEAR, luminanceOf } from '../colour/linear-light.ts'
import { maskBits } from '../raster/masks/binary-mask.ts'
import { dilate } from '../raster/masks/morphology.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'

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
export const foodRelief = (analysisCopy: Pixels, mask: Plane, reach: number): Plane => {
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
