import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Size } from '../../raster/geometry.ts'
import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { type Ellipse, ellipseFromMoments, ellipseOverlap, fitEllipse, relativeRadius } from './fit-ellipse.ts'
import {
  CLEARANCE,
  castRays,
  ellipseRadii,
  INSIDE_FOOD,
  largestStep,
  MIN_STEP,
  opponentPlanes,
  RAY_DIRECTIONS,
  RAYS,
  type Rays,
  TOLERANCE,
  WINDOW,
} from './radial-gradients.ts'

/** Overlap with an ellipse from which food is round itself: its plate is in the mask already. */
const ROUND = 0.93
/** Enough to add the plate. */
const CLEAR_RIM: RimCriteria = { support: 0.7, ratio: 1.6, foodInside: 0.94 }
/** Too little to add a plate, and enough to suspect one. */
const FAINT_RIM: RimCriteria = { support: 0.52, ratio: 1.45, foodInside: 0.85 }

export interface Plate extends SupportedEllipse {
  /** Whether the rim is clear enough to add the plate. Otherwise there may be a plate here or near by. */
  readonly clear: boolean
}

/**
 * Finds the plate under food by its rim: the largest ellipse around the food along which the colour changes in the same
 * way nearly everywhere, and changes less beside it.
 *
 * @param small RGB, about 400 pixels on the long side
 * @param food one component, of the same size
 * @returns undefined if the food is round itself, or no rim is visible
 */
export function findPlate(small: Pixels, food: BinaryMask): Plate | undefined {
  const body = ellipseFromMoments(food.bits, food.width)
  if (!body || ellipseOverlap(food.bits, food.width, body) > ROUND) return undefined
  const rays = castRays(opponentPlanes(small), food, body)
  // Edges clear of the food come first. Where part of the plate was taken for food, its outline has to count too.
  const found =
    searchEllipse(rays, food, CLEAR_RIM) ?? searchEllipse({ ...rays, clearance: -INSIDE_FOOD }, food, CLEAR_RIM)
  if (found) return { ...found, clear: true }
  const faint = searchEllipse(rays, food, FAINT_RIM)
  return faint && { ...faint, clear: false }
}

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
interface RimCriteria {
  /** Support of the visible and of the free part. */
  readonly support: number
  /** Support compared with lines beside it. */
  readonly ratio: number
  /** Share of the food that must lie inside: a ring within the plate leaves food outside. */
  readonly foodInside: number
}

/** An ellipse, and the support of its line as an edge (0–1). */
interface SupportedEllipse extends Ellipse {
  readonly support: number
}

type Point = readonly [x: number, y: number]

/**
 * Searches the ellipse around the food that runs along the best edge (RANSAC; Fischler, Bolles 1981). The random numbers
 * are seeded, so the same picture always gives the same ellipse.
 */
function searchEllipse(rays: Rays, food: BinaryMask, criteria: RimCriteria): SupportedEllipse | undefined {
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

/** The colour step (about ΔE) from which an edge counts in full. */
const FULL_STEP = 14
/** Sizes at which lines beside the rim are measured. */
const BESIDE = [0.86, 0.91, 1.08, 1.14]

/** How well the picture shows a line as an edge; all numbers are 0–1. */
interface RimSupport {
  /**
   * Share of the line that is neither outside the picture nor covered by food, and share that lies well clear of the
   * food.
   */
  readonly visible: number
  readonly free: number
  /** Support of the visible part, and of the free part by itself. */
  readonly support: number
  readonly freeSupport: number
}

/**
 * Measures how well the picture shows a line as an edge. Only steps in the same direction of colour add up: a rim separates
 * one plate from one table, while other edges separate all kinds of things.
 *
 * @param distances of the line from the rays' centre
 * @param scale of the line
 */
function measureRimSupport(rays: Rays, distances: Float32Array, scale = 1): RimSupport {
  const { clearance, starts, lengths, steps, directions } = rays
  let [visible, free] = [0, 0]
  const [sum, freeSum] = [new Float64Array(3), new Float64Array(3)]
  for (let ray = 0; ray < RAYS; ray++) {
    const r = distances[ray] * scale
    if (r < starts[ray] + clearance || r >= lengths[ray] - WINDOW - 2) continue
    visible++
    const isFree = r > starts[ray] + CLEARANCE
    if (isFree) free++
    const step = steps[ray]
    const best = largestStep(step, r, Math.max(1, r * TOLERANCE))
    if (best < 0) continue
    const weight = clamp((step[best] - MIN_STEP) / (FULL_STEP - MIN_STEP), 0, 1)
    for (let c = 0; c < 3; c++) {
      const part = weight * directions[ray][3 * best + c]
      sum[c] += part
      if (isFree) freeSum[c] += part
    }
  }
  return {
    visible: visible / RAYS,
    free: free / RAYS,
    support: visible === 0 ? 0 : Math.hypot(...sum) / visible,
    freeSupport: free === 0 ? 0 : Math.hypot(...freeSum) / free,
  }
}

/** The free part counts twice, because at the food an edge may be the food's own. */
const rimScore = ({ support, freeSupport }: RimSupport): number => (support + 2 * freeSupport) / 3

/** The support of a line compared with that of lines beside it. Near 1 the edges are texture, not a rim. */
function supportRatio(rays: Rays, distances: Float32Array, support: number): number {
  const beside = BESIDE.map((scale) => measureRimSupport(rays, distances, scale).support)
  return support / Math.max(0.05, beside.reduce((sum, one) => sum + one, 0) / beside.length)
}
