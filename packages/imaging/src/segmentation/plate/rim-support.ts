import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { CLEARANCE, largestStep, MIN_STEP, RAYS, type Rays, TOLERANCE, WINDOW } from './radial-gradients.ts'

/** The colour step (about ΔE) from which an edge counts in full. */
const FULL_STEP = 14
/** Sizes at which lines beside the rim are measured. */
const BESIDE = [0.86, 0.91, 1.08, 1.14]

/** How well the picture shows a line as an edge; all numbers are 0–1. */
export interface RimSupport {
  /**
   * Share of the line that is neither outside the picture nor covered by food, and share that lies well clear of the
   * food.
   */
  readonly visible: number
  readonly free: number
  /** Support of the visible part, and of the free part by itself. */
  readonly support: number
  readonly freeSupport: number
}

/**
 * Measures how well the picture shows a line as an edge. Only steps in the same direction of colour add up: a rim separates
 * one plate from one table, while other edges separate all kinds of things.
 *
 * @param distances of the line from the rays' centre
 * @param scale of the line
 */
export function measureRimSupport(rays: Rays, distances: Float32Array, scale = 1): RimSupport {
  const { clearance, starts, lengths, steps, directions } = rays
  let [visible, free] = [0, 0]
  const [sum, freeSum] = [new Float64Array(3), new Float64Array(3)]
  for (let ray = 0; ray < RAYS; ray++) {
    const r = distances[ray] * scale
    if (r < starts[ray] + clearance || r >= lengths[ray] - WINDOW - 2) continue
    visible++
    const isFree = r > starts[ray] + CLEARANCE
    if (isFree) free++
    const step = steps[ray]
    const best = largestStep(step, r, Math.max(1, r * TOLERANCE))
    if (best < 0) continue
    const weight = clamp((step[best] - MIN_STEP) / (FULL_STEP - MIN_STEP), 0, 1)
    for (let c = 0; c < 3; c++) {
      const part = weight * directions[ray][3 * best + c]
      sum[c] += part
      if (isFree) freeSum[c] += part
    }
  }
  return {
    visible: visible / RAYS,
    free: free / RAYS,
    support: visible === 0 ? 0 : Math.hypot(...sum) / visible,
    freeSupport: free === 0 ? 0 : Math.hypot(...freeSum) / free,
  }
}

/** The free part counts twice, because at the food an edge may be the food's own. */
export const rimScore = ({ support, freeSupport }: RimSupport): number => (support + 2 * freeSupport) / 3

/** The support of a line compared with that of lines beside it. Near 1 the edges are texture, not a rim. */
export function supportRatio(rays: Rays, distances: Float32Array, support: number): number {
  const beside = BESIDE.map((scale) => measureRimSupport(rays, distances, scale).support)
  return support / Math.max(0.05, beside.reduce((sum, one) => sum + one, 0) / beside.length)
}
