/**
 * The gain that a pixel really gets: 1 stays 1, and (up to a gain of 2) what was brighter stays brighter. So white is
 * protected and nothing clips.
 *
 * @param most its strongest channel, linear, 0–1
 */
export const protectHighlights = (gain: number, most: number): number =>
  gain > 1 ? gain / (1 + (gain - 1) * most * most) : gain
