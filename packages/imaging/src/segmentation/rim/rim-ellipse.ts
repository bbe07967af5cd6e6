import { randomSequence } from '../../raster/random-sequence.ts'
import { type Ellipse, fitEllipse, relativeRadii } from '../plate/fit-ellipse.ts'
import { DIRECTIONS, type RimCurve } from './rim-curve.ts'

/** Ellipses that are tried, and rounds in which the best is fitted to all points that follow it. */
const TRIALS = 250
const REFINEMENTS = 4
/** Distance within which an outline follows the ellipse. */
const FOLLOWS = 0.008
/**
 * Share of the outline within the photo that must follow it, and share of all directions in which it must do so: for a rim that is
 * believed, and for one that only shows where something is that a prediction of the network left out.
 */
const LEAST = { even: 0.85, seen: 0.4 }
const LEAST_OF_FAINT = { even: 0.7, seen: 0.25 }

/**
 * Share of a clearer outline that must follow an ellipse, and how much more that must be than of the outline itself, for the rim to
 * be there.
 */
const CLEAR_EVEN = 0.85
const CLEAR_GAIN = 0.05

/**
 * The curve of a rim that is an ellipse, as that of every round plate seen at an angle. It is known also where the outline is not,
 * and what runs beside it over a long way does not bend it: a strip of the table that the photo cuts, or a wide scrap.
 *
 * @returns the curve, on the ellipse wherever it was unknown or far from it; undefined if the rim is no ellipse
 */
export const curveOnEllipse = (curve: RimCurve): RimCurve | undefined => curveOnSomeEllipse(curve, LEAST)

/** The same where less of the outline follows it, as where the photo cuts a plate, and a piece of the table was taken along. */
export const curveOnFaintEllipse = (curve: RimCurve): RimCurve | undefined => curveOnSomeEllipse(curve, LEAST_OF_FAINT)

function curveOnSomeEllipse(curve: RimCurve, least: typeof LEAST): RimCurve | undefined {
  const { smooth } = curve
  const found = searchRim(curve, curve.seen, least.seen)
  if (!found || found.share < least.even) return undefined
  const onEllipse = reachesOf(found.ellipse, curve)
  return {
    ...curve,
    smooth: smooth.map((reach, at) => (Math.abs(reach - onEllipse[at]) < FOLLOWS ? reach : onEllipse[at])),
  }
}

/**
 * The same curve where the mask took the shadow under a plate along: the ellipse that an outline on the clear edges of the picture
 * follows all round, while the mask's own does not.
 *
 * @param clear where the clear edges are in each direction (`outlineOnClearEdges`)
 */
export function curveOnClearEllipse(curve: RimCurve, clear: Float32Array): RimCurve | undefined {
  const found = searchRim(curve, clear, LEAST.seen)
  if (!found || found.share < CLEAR_EVEN) return undefined
  if (found.share < (searchRim(curve, curve.seen, LEAST.seen)?.share ?? 0) + CLEAR_GAIN) return undefined
  return { ...curve, smooth: reachesOf(found.ellipse, curve) }
}

/** The ellipse that most of an outline follows, and how much of it does; undefined if too little of it is known. */
function searchRim({ middle, rays, cut }: RimCurve, outline: Float32Array, leastSeen: number) {
  const known = Array.from({ length: DIRECTIONS }, (_, at) => at).filter((at) => cut[at] === 0)
  if (known.length < leastSeen * DIRECTIONS) return undefined
  const points = known.map(
    (at): Point => [middle[0] + outline[at] * rays[2 * at], middle[1] + outline[at] * rays[2 * at + 1]],
  )
  const ellipse = searchEllipse(points)
  const count = ellipse ? following(points, ellipse).length : 0
  return ellipse && count >= leastSeen * DIRECTIONS ? { ellipse, share: count / points.length } : undefined
}

/** Where an ellipse is in each direction. */
const reachesOf = (ellipse: Ellipse, { middle, rays, smooth }: RimCurve): Float32Array =>
  smooth.map((_, at) => reachOf(ellipse, middle, rays[2 * at], rays[2 * at + 1]))

type Point = readonly [x: number, y: number]

function following(points: readonly Point[], ellipse: Ellipse): Point[] {
  const radiusAt = relativeRadii(ellipse)
  return points.filter(([x, y]) => Math.abs(radiusAt(x, y) - 1) < FOLLOWS)
}

/** The ellipse that most points follow (RANSAC; Fischler, Bolles 1981). The same points always give the same ellipse. */
function searchEllipse(points: readonly Point[]): Ellipse | undefined {
  const random = randomSequence(1)
  let best: Ellipse | undefined
  let most: readonly Point[] = []
  const tryPoints = (some: readonly Point[]): void => {
    const ellipse = fitEllipse(some)
    const found = ellipse ? following(points, ellipse) : []
    if (found.length <= most.length) return
    best = ellipse
    most = found
  }
  for (let trial = 0; trial < TRIALS; trial++) {
    tryPoints(Array.from({ length: 5 }, (_, part) => points[Math.floor(((part + random()) / 5) * points.length)]))
  }
  for (let round = 0; round < REFINEMENTS; round++) tryPoints(most)
  return best
}

/** Where a ray from a point within an ellipse meets it, in lengths of the ray; NaN if the point is not within it. */
function reachOf({ x, y, a, b, angle }: Ellipse, from: readonly [number, number], dx: number, dy: number): number {
  // In coordinates in which the ellipse is the unit circle.
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [u, v] = [(from[0] - x) * cos + (from[1] - y) * sin, (from[1] - y) * cos - (from[0] - x) * sin]
  const [px, py] = [u / a, v / b]
  const [qx, qy] = [(dx * cos + dy * sin) / a, (dy * cos - dx * sin) / b]
  const [square, half, inside] = [qx * qx + qy * qy, px * qx + py * qy, px * px + py * py - 1]
  return inside > 0 ? Number.NaN : (-half + Math.sqrt(half * half - square * inside)) / square
}
