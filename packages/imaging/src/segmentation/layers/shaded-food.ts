import type { Size } from '../../raster/geometry.ts'
import { lumaOf } from '../../raster/luma.ts'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import { closeMask, dilate, erode } from '../../raster/masks/morphology.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { medianOf } from '../candidates/colour-analysis.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Luma from which ware is pale, and up to which nothing on pale ware is its own shade, as shares of white and of the ware. */
const [PALE, BLACK] = [0.55, 0.3]
/** Luma up to which the soft edge of such a place goes with it, as a share of that of the ware. */
const SOFT = 0.75
/** Every how many pixels of the ware one is looked at. */
const EVERY = 7
/** The least share of the subject. What is smaller is a bubble or a crumb. */
const LEAST_SHARE = 0.006
/** Share of its outline that must lie beside the food. */
const BESIDE_FOOD = 0.2
/** Distance, as a share of the long side, across which food and shade count as touching. */
const TOUCH = 0.02
/** Distance from the outline of the subject, as a share of the long side, from which a place is within the ware. */
const WITHIN = 0.012

/**
 * Adds to the food what lies beside it on pale ware and is nearly black: a drink in the shade of its cup, a dark sauce. The shade on
 * pale ware itself is grey. What reaches the outline of the subject, as a handle or the shadow of the dish, is left.
 *
 * @param food mask of the picture's size, 0–255, within the subject
 * @returns the food with such places; the same mask where there are none
 */
export function addShadedFood(food: Uint8Array, subject: Uint8Array, picture: Pixels): Uint8Array {
  const { data, width, height } = picture
  const size: Size = { width, height }
  const luma = Float32Array.from(food, (_, i) => lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2]))
  const isWare = (i: number) => subject[i] >= INSIDE && food[i] < INSIDE
  const wareLuma: number[] = []
  for (let i = 0; i < food.length; i += EVERY) if (isWare(i)) wareLuma.push(luma[i])
  const pale = wareLuma.length === 0 ? 0 : medianOf(wareLuma)
  if (pale < PALE * 255) return food
  const side = Math.max(width, height)
  const deep = erode(
    { bits: maskBits(food.length, (i) => subject[i] >= INSIDE), ...size },
    Math.ceil(WITHIN * side),
  ).bits
  const black = { bits: maskBits(food.length, (i) => isWare(i) && luma[i] < BLACK * pale), ...size }
  const { labels, count, areas } = labelComponents(black, 1)
  const inside = maskBits(food.length, (i) => food[i] >= INSIDE)
  const beside = dilate({ bits: inside, ...size }, Math.ceil(TOUCH * side)).bits
  const all = subject.reduce((sum, value) => sum + (value >= INSIDE ? 1 : 0), 0)
  const outline = new Int32Array(count + 1)
  const atFood = new Int32Array(count + 1)
  const atRim = new Set<number>()
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const label = labels[i]
      if (label === 0) continue
      if (deep[i] === 0) atRim.add(label)
      if (labels[i - 1] && labels[i + 1] && labels[i - width] && labels[i + width]) continue
      outline[label]++
      if (beside[i] === 1) atFood[label]++
    }
  }
  const isShade = (label: number) =>
    label > 0 && areas[label] >= LEAST_SHARE * all && !atRim.has(label) && atFood[label] >= BESIDE_FOOD * outline[label]
  const shade = { bits: maskBits(food.length, (i) => isShade(labels[i])), ...size }
  if (!shade.bits.includes(1)) return food
  const reach = Math.ceil(TOUCH * side)
  const joined = closeMask(
    { bits: maskBits(food.length, (i) => inside[i] === 1 || shade.bits[i] === 1), ...size },
    reach,
  ).bits
  return food.map((value, i) => (joined[i] === 1 && isWare(i) && luma[i] < SOFT * pale ? subject[i] : value))
}
