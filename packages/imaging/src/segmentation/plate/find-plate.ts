import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { ellipseFromMoments, ellipseOverlap } from './fit-ellipse.ts'
import { castRays, INSIDE_FOOD, opponentPlanes } from './radial-gradients.ts'
import { type RimCriteria, type SupportedEllipse, searchEllipse } from './search-ellipse.ts'

/** Overlap with an ellipse from which food is round itself: its plate is in the mask already. */
const ROUND = 0.93
/** Enough to add the plate. */
const CLEAR_RIM: RimCriteria = { support: 0.7, ratio: 1.6, foodInside: 0.94 }
/** Too little to add a plate, and enough to suspect one. */
const FAINT_RIM: RimCriteria = { support: 0.52, ratio: 1.45, foodInside: 0.85 }

export interface Plate extends SupportedEllipse {
  /** Whether the rim is clear enough to add the plate. Otherwise there may be a plate here or near by. */
  readonly clear: boolean
}

/**
 * Finds the plate under food by its rim: the largest ellipse around the food along which the colour changes in the same
 * way nearly everywhere, and changes less beside it.
 *
 * @param small RGB, about 400 pixels on the long side
 * @param food one component, of the same size
 * @returns undefined if the food is round itself, or no rim is visible
 */
export function findPlate(small: Pixels, food: BinaryMask): Plate | undefined {
  const body = ellipseFromMoments(food.bits, food.width)
  if (!body || ellipseOverlap(food.bits, food.width, body) > ROUND) return undefined
  const rays = castRays(opponentPlanes(small), food, body)
  // Edges clear of the food come first. Where part of the plate was taken for food, its outline has to count too.
  const found =
    searchEllipse(rays, food, CLEAR_RIM) ?? searchEllipse({ ...rays, clearance: -INSIDE_FOOD }, food, CLEAR_RIM)
  if (found) return { ...found, clear: true }
  const faint = searchEllipse(rays, food, FAINT_RIM)
  return faint && { ...faint, clear: false }
}
