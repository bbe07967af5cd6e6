import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { borderOf, labelComponents } from '../../raster/masks/mask-components.ts'
import { closeMask, dilate, erode, openMask } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { SmoothColours } from '../candidates/colour-analysis.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Chroma from which food and sauce have a colour, and up to which a plate has none; the least lightness of a pale plate. */
const COLOURED = 20
const PALE = { chroma: 14, lightness: 55 }
/** The warm hues of syrup, gravy, and tomato sauce, in degrees of the opponent channels, where red is 0 and yellow is 90. */
const HUES = { from: 10, to: 105 }
/** Half of the width, in pixels, of an edge, and of what is too thin for a pool. */
const EDGE = 5
const THIN = 4
/** Area of a pool, as a share of the mask. */
const AREA = { least: 0.02, most: 0.6 }
/** The share of its surroundings outside the mask that is a pale plate, and the share of all that is food. */
const SURROUNDED = { plate: 0.75, food: 0.25 }
/** The largest median change of colour for each pixel of way (about ΔE): a sauce is smooth. */
const SMOOTH = 1.2

/**
 * Adds a pool of sauce that lies beside the food on a pale plate, where the mask shows food without a plate. Sauce is warm in colour,
 * smooth, and lies between the food and what is pale.
 *
 * @param colours of the picture, in the mask's size
 * @returns the new alpha; that of the mask where the food has no such pool beside it
 * @example const alpha = addSauce(subject, smoothColours(small))
 */
export function addSauce(mask: SoftMask, colours: SmoothColours): Uint8Array {
  const { alpha, width, height } = mask
  const size = { width, height }
  const [lightness, red, yellow] = colours.channels
  const inside = { bits: maskBits(alpha.length, (i) => alpha[i] >= INSIDE), ...size }
  const chroma = (i: number) => Math.hypot(red[i], yellow[i])
  if (!isFoodAtItsOutline(inside, chroma)) return alpha
  const isSauce = (i: number) => inside.bits[i] === 0 && chroma(i) >= COLOURED && isWarm(red[i], yellow[i])
  const isPlate = (i: number) => inside.bits[i] === 0 && chroma(i) <= PALE.chroma && lightness[i] >= PALE.lightness
  const { labels, count, areas } = labelComponents(
    openMask({ bits: maskBits(alpha.length, isSauce), ...size }, THIN),
    1,
  )
  const all = inside.bits.reduce((sum, bit) => sum + bit, 0)
  const pools = new Set<number>()
  for (let label = 1; label <= count; label++) {
    if (areas[label] < AREA.least * all || areas[label] > AREA.most * all) continue
    const pool = { bits: maskBits(labels.length, (i) => labels[i] === label), ...size }
    if (isBetween(pool, inside, isPlate) && medianWhere(colours.gradient, pool.bits) <= SMOOTH) pools.add(label)
  }
  if (pools.size === 0) return alpha
  const joined = { bits: maskBits(labels.length, (i) => inside.bits[i] === 1 || pools.has(labels[i])), ...size }
  const closed = closeMask(joined, EDGE).bits
  return alpha.map((value, i) => (closed[i] === 1 && inside.bits[i] === 0 ? 255 : value))
}

const isWarm = (red: number, yellow: number): boolean => {
  const hue = (Math.atan2(yellow, red) * 180) / Math.PI
  return hue >= HUES.from && hue <= HUES.to
}

/** Whether what ends at the outline is coloured food. Pale ware would have its sauce within the mask. */
function isFoodAtItsOutline(inside: BinaryMask, chroma: (i: number) => number): boolean {
  const core = erode(inside, 2 * EDGE).bits
  const ring: number[] = []
  inside.bits.forEach((bit, i) => {
    if (bit === 1 && core[i] === 0) ring.push(chroma(i))
  })
  return (Float32Array.from(ring).sort()[ring.length >> 2] ?? 0) >= COLOURED
}

/** Whether a pool lies between the food and a pale plate. */
function isBetween(pool: BinaryMask, inside: BinaryMask, isPlate: (i: number) => boolean): boolean {
  const near = dilate(pool, EDGE).bits
  const around = dilate(pool, 2 * EDGE).bits
  let [food, plate, rest] = [0, 0, 0]
  around.forEach((bit, i) => {
    if (bit === 0 || near[i] === 1) return
    if (inside.bits[i] === 1) food++
    else if (isPlate(i)) plate++
    else rest++
  })
  // Beyond the border of the photo nothing is seen.
  for (const i of borderOf(pool)) rest += EDGE * pool.bits[i]
  return food >= SURROUNDED.food * (food + plate + rest) && plate >= SURROUNDED.plate * (plate + rest)
}

function medianWhere(plane: Float32Array, bits: Uint8Array): number {
  const values = Float32Array.from(plane.filter((_, i) => bits[i] === 1)).sort()
  return values[values.length >> 1] ?? 0
}
