/** The colours that the rim of a picture is made of: table, cloth, mat. Lightness counts less than hue. */
export type Colour = readonly [light: number, redness: number, blueness: number]

const MAX_CLUSTERS = 6
const ITERATIONS = 6
/** A colour on less of the rim than this is something that lies there, not what the dish lies on. */
const MIN_SHARE = 0.06

const colourDistance = (a: Colour, b: Colour): number =>
  Math.hypot((a[0] - b[0]) * 0.7, (a[1] - b[1]) * 1.6, (a[2] - b[2]) * 1.6)

/**
 * Finds the surroundings among the rim's pixels by k-means, begun from the colours that lie farthest apart, so that the
 * same picture always gives the same answer.
 */
export function borderColours(rim: readonly Colour[]): Colour[] {
  const first = rim[0]
  if (!first) return []
  let centres: Colour[] = [first]
  while (centres.length < MAX_CLUSTERS) {
    const farthest = rim.reduce(
      (best, colour) => (distanceToNearest(colour, centres) > distanceToNearest(best, centres) ? colour : best),
      first,
    )
    if (distanceToNearest(farthest, centres) < 0.06) break
    centres.push(farthest)
  }
  let shares: number[] = []
  for (let round = 0; round < ITERATIONS; round++) {
    const sums = centres.map(() => [0, 0, 0, 0] as [number, number, number, number])
    for (const colour of rim) {
      let at = 0
      for (let i = 1; i < centres.length; i++)
        if (colourDistance(colour, centres[i]) < colourDistance(colour, centres[at])) at = i
      const sum = sums[at]
      sum[0] += colour[0]
      sum[1] += colour[1]
      sum[2] += colour[2]
      sum[3]++
    }
    centres = centres.map((centre, i) => {
      const [light, red, blue, count] = sums[i]
      return count === 0 ? centre : [light / count, red / count, blue / count]
    })
    shares = sums.map(([, , , count]) => count / rim.length)
  }
  return centres.filter((_, i) => shares[i] >= MIN_SHARE)
}

export const distanceToNearest = (colour: Colour, centres: readonly Colour[]): number =>
  centres.reduce((least, centre) => Math.min(least, colourDistance(colour, centre)), Number.POSITIVE_INFINITY)
