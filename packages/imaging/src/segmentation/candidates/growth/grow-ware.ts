import { type BinaryMask, maskBits } from '../../../raster/masks/binary-mask.ts'
import {
  bitsOfComponents,
  countInComponents,
  fillHoles,
  findComponents,
  labelComponents,
} from '../../../raster/masks/mask-components.ts'
import { closeMask, dilate, openMask } from '../../../raster/masks/morphology.ts'
import { distanceTransform } from '../../layers/distance-transform.ts'
import { type ColourAnalysis, medianColour } from '../colour-analysis.ts'
import { convexHull } from './convex-hull.ts'

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
/** A gap at the picture's border with a smaller share of the picture lies within the ware. */
const MAX_NOTCH = 0.03

/**
 * Regions that could be the ware under food: what is connected to the ring around the food and of its colour, in several
 * degrees of strictness, each also as its convex hull, because plates and bowls are convex.
 *
 * @param food a mask with its holes filled, of the size of the analysis
 * @returns masks that contain the food
 */
export function growWare(analysis: ColourAnalysis, food: BinaryMask): BinaryMask[] {
  const { width, height } = analysis
  const outside = distanceTransform({ ...food, bits: food.bits.map((bit) => 1 - bit) })
  const reach = RING_WIDTH * Math.max(width, height)
  const ring: number[] = []
  for (let i = 0; i < outside.length; i++) if (outside[i] >= RING_FROM && outside[i] <= reach) ring.push(i)
  if (ring.length < MIN_RING) return []
  const [l, a, b] = medianColour(analysis, ring)
  const [light, red, blue] = analysis.channels
  const grown: BinaryMask[] = []
  for (const [lightness, chroma] of WINDOWS) {
    const alike = maskBits(
      width * height,
      (i) => !food.bits[i] && Math.abs(light[i] - l) < lightness && Math.hypot(red[i] - a, blue[i] - b) < chroma,
    )
    for (const barrier of BARRIERS) {
      const open = maskBits(alike.length, (i) => alike[i] === 1 && analysis.gradient[i] < barrier)
      const region = aroundRing({ bits: open, width, height }, ring)
      if (!region) continue
      // The gradient has taken a seam along the food and along the rim.
      const seamed = dilate({ bits: region, width, height }, 1).bits
      const whole = joinFood(
        maskBits(alike.length, (i) => food.bits[i] === 1 || (seamed[i] & alike[i]) === 1),
        food,
      )
      // The food may stick out of the ware, so the hull is that of the ware alone.
      const ware = { bits: maskBits(alike.length, (i) => whole.bits[i] > food.bits[i]), width, height }
      const hull = convexHull(ware).bits
      const bits = maskBits(alike.length, (i) => (hull[i] | food.bits[i]) === 1)
      grown.push(whole, fillHoles({ bits, width, height }))
    }
  }
  return grown
}

/** The components that hold enough of the ring; undefined if there are none. */
function aroundRing(open: BinaryMask, ring: readonly number[]): Uint8Array | undefined {
  const { labels, count } = labelComponents(open, 1)
  const seeds = new Int32Array(count + 1)
  for (const i of ring) seeds[labels[i]]++
  const all = ring.length - seeds[0]
  if (all < MIN_RING / 2) return undefined
  return maskBits(labels.length, (i) => labels[i] > 0 && seeds[labels[i]] >= MIN_RING_SHARE * all)
}

/** The part of a region that is thick and connected to the food, with its holes and narrow gaps closed. */
function joinFood(bits: Uint8Array, food: BinaryMask): BinaryMask {
  const { width, height } = food
  const radius = Math.max(1, Math.round(DETAIL * Math.max(width, height)))
  const thick = openMask(fillHoles({ bits, width, height }), radius)
  const joined = maskBits(bits.length, (i) => (thick.bits[i] | food.bits[i]) === 1)
  const parts = findComponents({ bits: joined, width, height }, 1)
  const touching = countInComponents(parts, (i) => food.bits[i] === 1)
  const kept = bitsOfComponents(parts, touching, bits.length)
  const closed = closeMask({ bits: kept, width, height }, radius)
  const whole = fillHoles({ bits: maskBits(bits.length, (i) => (kept[i] | closed.bits[i]) === 1), width, height })
  return closeNotches(whole)
}

/** Fills small gaps that reach one border of the picture between parts of the mask, such as food at that border. */
function closeNotches(mask: BinaryMask): BinaryMask {
  const { width } = mask
  const { labels, areas } = labelComponents(mask, 0)
  const isNotch = areas.map((area, label) => (label > 0 && area < MAX_NOTCH * labels.length ? 1 : 0))
  // A gap in a corner is background, and so is one that is open along most of a border.
  for (const i of [0, width - 1, labels.length - width, labels.length - 1]) isNotch[labels[i]] = 0
  return { ...mask, bits: maskBits(labels.length, (i) => mask.bits[i] === 1 || isNotch[labels[i]] === 1) }
}
