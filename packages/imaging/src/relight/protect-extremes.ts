import { LINEAR } from '../colour/linear-light.ts'
import { smoothstep } from '../raster/clamp-and-smoothstep.ts'

/** Linear light of the highest code that is not clipped. No pixel is lifted beyond it. */
export const UNCLIPPED = LINEAR[253]
/** Linear light, about code 11, below which darkening is less than halved: even in the deepest shade code 5 is not black. */
const TOE = 0.0035

/**
 * Linear light of a pale surface, such as white ware: from the first on (code 159) its shade begins more gently, and from the second
 * on (code 225) fully so. It can hardly get brighter, so where its shade begins there would be a visible edge, and ware in
 * half the light looks dirty.
 */
const PALE = { from: 0.35, to: 0.75 }
/** Share of light that has to be missing until half of it is missing on a pale surface. */
const GENTLE = 0.25

/**
 * Reduces a gain for the brightest and the darkest pixels, so that white stays white, black keeps its detail, and nothing
 * clips. A gain of 1 stays 1, and the order of brightness is kept.
 *
 * @param most its strongest channel, linear, 0–1
 */
export const protectExtremes = (gain: number, most: number): number => {
  if (gain > 1) return Math.max(1, Math.min(gain / (1 + (gain - 1) * most ** 1.5), UNCLIPPED / most))
  const missing = 1 - gain
  const pale = smoothstep(PALE.from, PALE.to, most)
  const shade = missing * (1 - (pale * GENTLE) / (missing + GENTLE))
  return 1 - (shade * most) / (most + TOE)
}
