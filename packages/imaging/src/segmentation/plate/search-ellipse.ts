import type { Size } from '../../raster/geometry.ts'
import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { type Ellipse, fitEllipse, relativeRadius } from './fit-ellipse.ts'
import {
  CLEARANCE,
  ellipseRadii,
  largestStep,
  MIN_STEP,
  RAY_DIRECTIONS,
  RAYS,
  type Rays,
  TOLERANCE,
} from './radial-gradients.ts'
import { measureRimSupport, rimScore, supportRatio } from './rim-support.ts'

const ITERATIONS = 5000
/** Edges that are kept for each ray, and the share of rays that must have any. */
const EDGES_PER_RAY = 4
const MIN_RAYS = 0.35
/** Share of the line that must be visible. */
const MIN_VISIBLE = 0.48
/**
 * Share of the line that must lie clear of the food: an ellipse around the food alone runs along no edge of its own.
 */
const MIN_FREE = 0.15
/** The flattest plate, as the ratio of its axes. */
const MIN_RATIO = 0.3
/** Rounds of refinement, and the fewest edges that an ellipse is fitted to in them. */
const REFINEMENTS = 3
const MIN_POINTS = 40

/** What the line of an ellipse must reach to count as a rim. */
export interface RimCriteria {
  /** Support of the visible and of the free part. */
  readonly support: number
  /** Support compared with lines beside it. */
  readonly ratio: number
  /** Share of the food that must lie inside: a ring within the plate leaves food outside. */
  readonly foodInside: number
}

/** An ellipse, and the support of its line as an edge (0–1). */
export interface SupportedEllipse extends Ellipse {
  readonly support: number
}

type Point = readonly [x: number, y: number]

/**
 * Searches the ellipse around the food that runs along the best edge (RANSAC; Fischler, Bolles 1981). The random numbers
 * are seeded, so the same picture always gives the same ellipse.
 */
export function searchEllipse(rays: Rays, food: BinaryMask, criteria: RimCriteria): SupportedEllipse | undefined {
  const edges = strongestEdges(rays)
  const usable = edges.flatMap((found, ray) => (found.length > 0 ? [ray] : []))
  if (usable.length < RAYS * MIN_RAYS) return undefined
  const random = seededRandom(1)
  const distances = new Float32Array(RAYS)
  let best: SupportedEllipse | undefined
  let bestScore = 0
  for (let round = 0; round < ITERATIONS; round++) {
    // In every other round the points are spread over the whole rim. In the others they lie anywhere, because part of the
    // rim may be outside the picture.
    const points = Array.from({ length: 5 }, (_, sector): Point => {
      const place = round % 2 === 0 ? (sector + random()) / 5 : random()
      const ray = usable[Math.floor(place * usable.length)]
      const found = edges[ray]
      return pointOn(rays, ray, found[Math.floor(random() ** 2 * found.length)])
    })
    const ellipse = fitEllipse(points)
    if (!ellipse || !isPlausible(ellipse, food) || relativeRadius(ellipse, rays.x, rays.y) > 0.7) continue
    ellipseRadii(rays, ellipse, distances)
    const rim = measureRimSupport(rays, distances)
    if (rim.visible < MIN_VISIBLE || rim.free < MIN_FREE) continue
    if (Math.min(rim.support, rim.freeSupport) < criteria.support) continue
    const support = rimScore(rim)
    // A plate has several rings. Size counts a little, so that the outermost wins.
    const size = Math.sqrt(ellipse.a * ellipse.b) / Math.max(food.width, food.height)
    const score = support * (0.6 + 0.4 * rim.visible) * (1 + 0.35 * size)
    if (score <= bestScore || supportRatio(rays, distances, rim.support) < criteria.ratio) continue
    if (!containsFood(ellipse, food, criteria.foodInside)) continue
    bestScore = score
    best = { ...ellipse, support }
  }
  return best && refineEllipse(best, rays, distances)
}

/** A linear congruential generator. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Distances of the strongest local maxima along each ray, the strongest first. */
const strongestEdges = ({ steps }: Rays): number[][] =>
  steps.map((step) => {
    const peaks: number[] = []
    for (let r = 1; r < step.length - 1; r++) {
      const here = step[r]
      if (here > 1.5 * MIN_STEP && here >= step[r - 1] && here > step[r + 1]) peaks.push(r)
    }
    return peaks.sort((a, b) => step[b] - step[a]).slice(0, EDGES_PER_RAY)
  })

const pointOn = ({ x, y }: Rays, ray: number, r: number): Point => {
  const [cos, sin] = RAY_DIRECTIONS[ray]
  return [x + cos * r, y + sin * r]
}

const isPlausible = ({ x, y, a, b }: Ellipse, { width, height }: Size): boolean =>
  b / a > MIN_RATIO && a < 0.95 * Math.max(width, height) && x > 0 && y > 0 && x < width && y < height

/** Whether at least a share of the food lies in an ellipse; every third pixel is checked. */
function containsFood(ellipse: Ellipse, { bits, width }: BinaryMask, share: number): boolean {
  let [inside, all] = [0, 0]
  for (let i = 0; i < bits.length; i += 3) {
    if (!bits[i]) continue
    all++
    if (relativeRadius(ellipse, (i % width) + 0.5, Math.floor(i / width) + 0.5) <= 1.02) inside++
  }
  return inside >= share * all
}

/** Fits an ellipse again to all edges along its line; the result is kept if its support is not worse. */
function refineEllipse(found: SupportedEllipse, rays: Rays, distances: Float32Array): SupportedEllipse {
  let ellipse: Ellipse = found
  for (let round = 0; round < REFINEMENTS; round++) {
    ellipseRadii(rays, ellipse, distances)
    const points = edgesAlong(rays, distances)
    const next = points.length >= MIN_POINTS ? fitEllipse(points) : undefined
    if (!next || next.b / next.a < MIN_RATIO) break
    ellipse = next
  }
  ellipseRadii(rays, ellipse, distances)
  const support = rimScore(measureRimSupport(rays, distances))
  return support >= found.support ? { ...ellipse, support } : found
}

/** The edges along a line. Only those clear of the food, if they are enough: the others may belong to the food. */
function edgesAlong(rays: Rays, distances: Float32Array): readonly Point[] {
  const free: Point[] = []
  const all: Point[] = []
  for (let ray = 0; ray < RAYS; ray++) {
    const r = distances[ray]
    const step = rays.steps[ray]
    const at = largestStep(step, r, Math.max(2, 1.5 * r * TOLERANCE))
    if (at < 0 || step[at] < 2 * MIN_STEP) continue
    const point = pointOn(rays, ray, at)
    all.push(point)
    if (at > rays.starts[ray] + CLEARANCE) free.push(point)
  }
  return free.length >= 0.4 * RAYS ? free : all
}
