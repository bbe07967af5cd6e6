import { distanceToNearest, indexOfNearest, type OpponentColour } from './opponent-colour.ts'

const MAX_CLUSTERS = 6
const ITERATIONS = 6
/** Colours nearer than this belong to one cluster. */
const MIN_DISTANCE = 0.06
/** A cluster with a smaller share of the border is a thing that lies there, not what the dish stands on. */
const MIN_SHARE = 0.06

/**
 * The colours of the surroundings, clustered from the pixels of a border (k-means). The centres start as far apart as
 * possible, so the same picture always gives the same clusters.
 */
export function borderColours(border: readonly OpponentColour[]): OpponentColour[] {
  let centres = farthestColours(border)
  let shares: number[] = []
  for (let round = 0; round < ITERATIONS; round++) {
    const sums = centres.map((): [number, number, number, number] => [0, 0, 0, 0])
    for (const colour of border) {
      const sum = sums[indexOfNearest(colour, centres)]
      sum[0] += colour[0]
      sum[1] += colour[1]
      sum[2] += colour[2]
      sum[3]++
    }
    centres = centres.map((centre, i) => {
      const [light, red, blue, count] = sums[i]
      return count === 0 ? centre : [light / count, red / count, blue / count]
    })
    shares = sums.map(([, , , count]) => count / border.length)
  }
  return centres.filter((_, i) => shares[i] >= MIN_SHARE)
}

/** The first colour, then again and again the one that is farthest from those chosen. */
function farthestColours(colours: readonly OpponentColour[]): OpponentColour[] {
  const first = colours[0]
  if (!first) return []
  const chosen = [first]
  while (chosen.length < MAX_CLUSTERS) {
    const farthest = colours.reduce(
      (best, colour) => (distanceToNearest(colour, chosen) > distanceToNearest(best, chosen) ? colour : best),
      first,
    )
    if (distanceToNearest(farthest, chosen) < MIN_DISTANCE) break
    chosen.push(farthest)
  }
  return chosen
}
