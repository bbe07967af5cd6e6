/** Linear light, about code 11, below which darkening is less than halved: even in the deepest shade code 5 is not black. */
const TOE = 0.0035

/**
 * Reduces a gain for the brightest and the darkest pixels, so that white stays white, black keeps its detail, and nothing
 * clips. A gain of 1 stays 1, and the order of brightness is kept.
 *
 * @param most its strongest channel, linear, 0–1
 */
export const protectExtremes = (gain: number, most: number): number =>
  gain > 1 ? gain / (1 + (gain - 1) * most ** 1.5) : 1 - ((1 - gain) * most) / (most + TOE)
