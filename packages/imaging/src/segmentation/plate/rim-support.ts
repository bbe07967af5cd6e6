import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { CLEARANCE, largestStep, MIN_STEP, RAYS, type Rays, TOLERANCE, WINDOW } from './radial-gradients.ts'

/** The colour step (about ΔE) above which more says nothing more. */
const FULL_STEP = 14

export interface RimSupport {
  /** Share of the line that could be seen, of which `free` lies well outside the food. */
  readonly visible: number
  readonly free: number
  /** Of all that is seen, and of the free part by itself. */
  readonly support: number
  readonly freeSupport: number
}

/**
 * How strongly the line, `times` as large, is drawn in the picture. Steps count that go the same way: a rim parts one
 * plate from one table, other edges part all kinds of things.
 */
export function measureRimSupport(
  { clearance, starts, lengths, steps, directions }: Rays,
  distances: Float32Array,
  times = 1,
): RimSupport {
  let [visible, free] = [0, 0]
  const [all, outside] = [
    [0, 0, 0],
    [0, 0, 0],
  ] as [number[], number[]]
  for (let ray = 0; ray < RAYS; ray++) {
    const r = distances[ray] * times
    // Neither what is out of the picture nor what food lies over speaks for or against it.
    if (r < starts[ray] + clearance || r >= lengths[ray] - WINDOW - 2) continue
    visible++
    const isFree = r > starts[ray] + CLEARANCE
    if (isFree) free++
    const step = steps[ray]
    const tolerance = Math.max(1, r * TOLERANCE)
    const best = largestStep(step, r, tolerance)
    if (best < 0) continue
    const way = directions[ray]
    const weight = clamp((step[best] - MIN_STEP) / (FULL_STEP - MIN_STEP), 0, 1)
    for (let c = 0; c < 3; c++) {
      const part = weight * way[3 * best + c]
      all[c] += part
      if (isFree) outside[c] += part
    }
  }
  return {
    visible: visible / RAYS,
    free: free / RAYS,
    support: visible === 0 ? 0 : Math.hypot(...all) / visible,
    freeSupport: free === 0 ? 0 : Math.hypot(...outside) / free,
  }
}

/** What is seen free of the food counts twice: at the food an edge may be the food's own. */
export const rimScore = ({ support, freeSupport }: RimSupport): number => (support + 2 * freeSupport) / 3

/** Edges beside the line that are as strong as the line itself mean texture, not a rim. */
export function supportRatio(rays: Rays, distances: Float32Array, support: number): number {
  const beside = [0.86, 0.91, 1.08, 1.14].map((times) => measureRimSupport(rays, distances, times).support)
  return support / Math.max(0.05, beside.reduce((sum, one) => sum + one, 0) / beside.length)
}
