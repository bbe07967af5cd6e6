import { type ColourAnalysis, medianOf } from '../../colour/colour-analysis.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { convexHull } from '../../raster/masks/convex-hull.ts'
import { distanceTransform } from '../../raster/masks/distance-transform.ts'
import { bitsOfComponents, countInComponents, fillHoles, findComponents } from '../../raster/masks/mask-components.ts'
import { closeMask, dilate, openMask } from '../../raster/masks/morphology.ts'

/** The ring around a mask in which its ware begins: from here, in pixels, to this share of the long side. */
const RING_FROM = 2
const RING_WIDTH = 0.035
const MIN_RING = 20
/** How far the ware may be from the ring's median colour: in lightness and in chroma, from strict to generous. */
const WINDOWS = [
  [9, 6],
  [15, 8],
  [22, 11],
  [32, 15],
] as const
/** The gradient that a region does not cross, from strict to generous. */
const BARRIERS = [1.2, 2.2, 4] as const
/** A region with a smaller share of the ring lies beside the mask, not around it. */
const MIN_RING_SHARE = 0.08
/** What is thinner than this share of the long side is no ware, and gaps as narrow are closed. */
const DETAIL = 0.012

/**
 * Grows the regions that could be the ware under food (region growing): what is connected to the ring around the food and of its
 * colour, in several degrees of strictness, each also as its convex hull, because plates and bowls are convex.
 *
 * @param food a mask with its holes filled, of the size of the analysis
 * @returns masks that contain the food
 */
export function growWare({ channels, gradient, ...size }: ColourAnalysis, food: BinaryMask): BinaryMask[] {
  const { width, height } = size
  const masked = (isIn: (i: number) => boolean): BinaryMask => ({
    width,
    height,
    bits: maskBits(gradient.length, isIn),
  })
  const outside = distanceTransform(masked((i) => food.bits[i] === 0))
  const side = Math.max(width, height)
  const ring = masked((i) => outside[i] >= RING_FROM && outside[i] <= RING_WIDTH * side).bits
  const inRing = (plane: Float32Array) => [...plane].filter((_, i) => ring[i] === 1)
  const [l, a, b] = channels.map((plane) => medianOf(inRing(plane)))
  const [light, red, blue] = channels
  const thin = Math.max(1, Math.round(DETAIL * side))
  return WINDOWS.flatMap(([lightness, chroma]) => {
    const alike = masked(
      (i) => !food.bits[i] && Math.abs(light[i] - l) < lightness && Math.hypot(red[i] - a, blue[i] - b) < chroma,
    ).bits
    return BARRIERS.flatMap((barrier) => {
      const region = touching(
        masked((i) => alike[i] === 1 && gradient[i] < barrier),
        ring,
      )
      if (!region) return []
      // The gradient has taken a seam along the food and along the rim.
      const seamed = dilate(region, 1).bits
      const thick = openMask(fillHoles(masked((i) => food.bits[i] === 1 || (seamed[i] & alike[i]) === 1)), thin)
      const joined =
        touching(
          masked((i) => (thick.bits[i] | food.bits[i]) === 1),
          food.bits,
        ) ?? food
      const closed = closeMask(joined, thin).bits
      const whole = fillHoles(masked((i) => (joined.bits[i] | closed[i]) === 1))
      // The food may stick out of the ware, so the hull is that of the ware alone.
      const hull = convexHull(masked((i) => whole.bits[i] > food.bits[i])).bits
      return [whole, fillHoles(masked((i) => (hull[i] | food.bits[i]) === 1))]
    })
  })
}

/** The components that hold enough of what is marked; undefined if too little of it is in any. */
function touching(mask: BinaryMask, marked: Uint8Array): BinaryMask | undefined {
  const parts = findComponents(mask, 1)
  const seeds = countInComponents(parts, (i) => marked[i] === 1)
  const all = seeds.reduce((sum, count, label) => sum + (label > 0 ? count : 0), 0)
  if (all < MIN_RING / 2) return undefined
  const holds = Uint8Array.from(seeds, (count, label) => (label > 0 && count >= MIN_RING_SHARE * all ? 1 : 0))
  return { ...mask, bits: bitsOfComponents(parts, holds, marked.length) }
}
