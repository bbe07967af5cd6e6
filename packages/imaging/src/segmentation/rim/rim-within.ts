import type { SmoothColours } from '../candidates/colour-analysis.ts'
import type { RimCurve } from './rim-curve.ts'

/** Depth within an outline to which a clearer edge is looked for, as a share of the long side of the photo. */
const DEPTH = 0.03
/** Pixels on both sides of an outline within which its own edge lies. */
const OWN = 4
/** How many times as clear an edge must be as that of the outline, and its least change of colour (about ΔE) for each pixel. */
const CLEARER = 2.5
const LEAST_EDGE = 3

/**
 * The outline with those parts moved inwards that have no clear edge of their own, while a clear one lies within: there the mask
 * took the shadow under a plate for its rim.
 *
 * @returns where the outline then is in each direction, in lengths of its ray
 */
export function outlineOnClearEdges(
  { gradient, width, height }: SmoothColours,
  { middle, rays, seen, cut }: RimCurve,
): Float32Array {
  const depth = Math.round(DEPTH * Math.max(width, height))
  return seen.map((reach, at) => {
    if (cut[at] === 1) return reach
    const length = Math.hypot(rays[2 * at], rays[2 * at + 1])
    const edgeAt = (distance: number): number => {
      const x = Math.round(middle[0] + (distance / length) * rays[2 * at])
      const y = Math.round(middle[1] + (distance / length) * rays[2 * at + 1])
      return x < 0 || y < 0 || x >= width || y >= height ? 0 : gradient[y * width + x]
    }
    const outline = reach * length
    const own = Math.max(...Array.from({ length: 2 * OWN + 1 }, (_, k) => edgeAt(outline + k - OWN)))
    let place = outline - OWN - 1
    while (place > outline - depth && edgeAt(place) < Math.max(LEAST_EDGE, CLEARER * own)) place--
    if (place <= outline - depth) return reach
    while (edgeAt(place - 1) > edgeAt(place)) place--
    return place / length
  })
}
