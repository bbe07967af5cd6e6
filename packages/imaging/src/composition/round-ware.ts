import type { DishExtent } from '../hero/place-in-frame.ts'
import { maskBits } from '../raster/masks/binary-mask.ts'
import { distanceTransform } from '../raster/masks/distance-transform.ts'
import { type Ellipse, ellipseFromMoments, ellipseOverlap, relativeRadii } from '../raster/masks/fit-ellipse.ts'
import { openMask } from '../raster/masks/morphology.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'

/** A round plate, bowl or pan, by its outline. */
export interface RoundWare {
  readonly ellipse: Ellipse
  /** Radius of the largest disc that fits into a notch of its rim, as a share of its longer axis, 0–1. */
  readonly notch: number
}

/** Overlap with an ellipse from which an outline is that of round ware. */
const MIN_ROUND = 0.9
/** What is thinner than this share of the box does not count: spoons, chopsticks, handles. */
const THIN = 0.06
/**
 * A notch from which something covers the rim: a thumb, a glass in front, a napkin. Perspective and the corners of a pixel leave
 * less than half of it.
 */
export const NOTCHED = 0.02

/** The ellipse of an outline, whatever stands out over its rim, and what is missing from it; undefined if it is not round. */
export function roundWare({ alpha, width, height }: SoftMask, { box }: DishExtent): RoundWare | undefined {
  const longer = Math.max(box.width, box.height)
  const bits = maskBits(alpha.length, (i) => alpha[i] > 127)
  const mask = openMask({ bits, width, height }, Math.max(1, Math.round((THIN / 2) * longer)))
  const ellipse = ellipseFromMoments(mask.bits, width)
  if (!ellipse || ellipseOverlap(mask.bits, width, ellipse) < MIN_ROUND) return undefined
  const radiusAt = relativeRadii(ellipse)
  const missing = maskBits(
    alpha.length,
    (i) => bits[i] === 0 && radiusAt((i % width) + 0.5, Math.floor(i / width) + 0.5) < 1,
  )
  const deepest = distanceTransform({ bits: missing, width, height }).reduce((most, one) => Math.max(most, one), 0)
  return { ellipse, notch: deepest / (2 * Math.max(ellipse.a, ellipse.b)) }
}
