/**
 * Reduces a gain for bright pixels, so that white is protected and nothing clips. A gain of 1 stays 1, and up to a gain of 2
 * the order of brightness is kept.
 *
 * @param most its strongest channel, linear, 0–1
 */
export const protectHighlights = (gain: number, most: number): number =>
  gain > 1 ? gain / (1 + (gain - 1) * most * most) : gain
