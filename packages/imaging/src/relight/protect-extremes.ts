import { LINEAR } from '../colour/linear-light.ts'

/** Linear light of the highest code that is not clipped. No pixel is lifted beyond it. */
export const UNCLIPPED = LINEAR[253]
/** Linear light, about code 11, below which darkening is less than halved: even in the deepest shade code 5 is not black. */
const TOE = 0.0035

/**
 * Reduces a gain for the brightest and the darkest pixels, so that white stays white, black keeps its detail, and nothing
 * clips. A gain of 1 stays 1, and the order of brightness is kept.
 *
 * @param most its strongest channel, linear, 0–1
 */
export const protectExtremes = (gain: number, most: number): number =>
  gain > 1
    ? Math.max(1, Math.min(gain / (1 + (gain - 1) * most ** 1.5), UNCLIPPED / most))
    : 1 - ((1 - gain) * most) / (most + TOE)
