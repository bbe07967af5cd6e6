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
  opponentColours,
  RAYS,
  type Rays,
  TOLERANCE,
} from './radial-gradients.ts'
import { measureRimSupport, rimScore, supportRatio } from './rim-support.ts'

const ITERATIONS = 5000

/** What a plate is believed on. */
interface RimCriteria {
  readonly support: number
  readonly ratio: number
  /** How much of the food must lie on it: a ring within the plate leaves food beyond it. */
  readonly foodInside: number
}
const CLEAR_RIM: RimCriteria = { support: 0.7, ratio: 1.6, foodInside: 0.94 }
/** Too little to add a plate, enough to suspect that one is there. */
const FAINT_RIM: RimCriteria = { support: 0.52, ratio: 1.45, foodInside: 0.85 }
const MIN_VISIBLE = 0.48
/** How much of the rim must lie free of the food: an ellipse around food alone has its line where nothing is. */
const MIN_FREE = 0.15

export interface Plate extends Ellipse {
  /** How much of its visible line was seen as an edge: 0–1. */
  readonly support: number
  /** Whether that is enough to take it for the plate; else there may be one, here or near by. */
  readonly clear: boolean
}

/** Small seeded generator: the same picture always gives the same plate. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** The strongest steps along each ray, not beside one another. */
function strongestSteps({ steps }: Rays): number[][] {
  return steps.map((step) => {
    const peaks: number[] = []
    for (let r = 1; r < step.length - 1; r++) {
      const here = step[r]
      if (here > 1.5 * MIN_STEP && here >= step[r - 1] && here > step[r + 1]) peaks.push(r)
    }
    return peaks.sort((a, b) => step[b] - step[a]).slice(0, 4)
  })
}

/**
 * The plate that food lies on, where its rim is clear to see: the largest ellipse around the food on whose line the
 * colour changes nearly everywhere, and changes less beside it.
 *
 * @param small RGB, about 400 pixels on the long side
 * @param food one thing, of the same size
 * @returns undefined where the food is round itself (its plate is in it already), or no rim is to be seen
 */
export function findPlate(small: Pixels, food: BinaryMask): Plate | undefined {
  const body = ellipseFromMoments(food.bits, food.width)
  if (!body || ellipseOverlap(food.bits, food.width, body) > 0.93) return undefined
  const rays = castRays(opponentColours(small), food, body)
  // First by what is free of the food alone; where part of the plate was taken for food, with that part's outline too.
  const found =
    searchEllipse(rays, food, CLEAR_RIM) ?? searchEllipse({ ...rays, clearance: -INSIDE_FOOD }, food, CLEAR_RIM)
  if (found) return { ...found, clear: true }
  const faint = searchEllipse(rays, food, FAINT_RIM)
  return faint && { ...faint, clear: false }
}

type Found = Omit<Plate, 'clear'>

function searchEllipse(rays: Rays, food: BinaryMask, criteria: RimCriteria): Found | undefined {
  const { width, height } = food
  const peaks = strongestSteps(rays)
  const random = seededRandom(1)
  const distances = new Float32Array(RAYS)
  const usable = peaks.flatMap((found, ray) => (found.length > 0 ? [ray] : []))
  if (usable.length < RAYS * 0.35) return undefined
  let best: Found | undefined
  let bestScore = 0
  for (let round = 0; round < ITERATIONS; round++) {
    // Spread over all of the rim, and in every other round anywhere on it: part of it may be out of the picture.
    const points = Array.from({ length: 5 }, (_, sector) => {
      const place = round % 2 === 0 ? (sector + random()) / 5 : random()
      const ray = usable[Math.floor(place * usable.length)]
      const found = peaks[ray]
      const r = found[Math.floor(random() ** 2 * found.length)]
      const angle = (2 * Math.PI * ray) / RAYS
      return [rays.x + Math.cos(angle) * r, rays.y + Math.sin(angle) * r] as const
    })
    const ellipse = fitEllipse(points)
    if (!ellipse || !isPlausible(ellipse, width, height)) continue
    if (relativeRadius(ellipse, rays.x, rays.y) > 0.7) continue
    ellipseRadii(rays, ellipse, distances)
    const seen = measureRimSupport(rays, distances)
    const { visible, free, support, freeSupport } = seen
    if (visible < MIN_VISIBLE || free < MIN_FREE) continue
    if (Math.min(support, freeSupport) < criteria.support) continue
    const total = rimScore(seen)
    // Of the rings of one plate the outermost is wanted, so size counts a little.
    const score =
      total * (0.6 + 0.4 * visible) * (1 + 0.35 * (Math.sqrt(ellipse.a * ellipse.b) / Math.max(width, height)))
    if (
      score <= bestScore ||
      supportRatio(rays, distances, support) < criteria.ratio ||
      !containsFood(ellipse, food, criteria.foodInside)
    )
      continue
    bestScore = score
    best = { ...ellipse, support: total }
  }
  return best && refineEllipse(best, rays, distances)
}

const isPlausible = ({ x, y, a, b }: Ellipse, width: number, height: number): boolean =>
  b / a > 0.3 && a < 0.95 * Math.max(width, height) && x > 0 && y > 0 && x < width && y < height

/** Whether so much of the food lies on it. */
function containsFood(ellipse: Ellipse, { bits, width }: BinaryMask, share: number): boolean {
  let [inside, all] = [0, 0]
  for (let i = 0; i < bits.length; i += 3) {
    if (!bits[i]) continue
    all++
    if (relativeRadius(ellipse, (i % width) + 0.5, Math.floor(i / width) + 0.5) <= 1.02) inside++
  }
  return inside >= share * all
}

/** The same ellipse through all the edges that lie along it. */
function refineEllipse(plate: Found, rays: Rays, distances: Float32Array): Found {
  let ellipse: Ellipse = plate
  for (let round = 0; round < 3; round++) {
    ellipseRadii(rays, ellipse, distances)
    const free: [number, number][] = []
    const all: [number, number][] = []
    for (let ray = 0; ray < RAYS; ray++) {
      const r = distances[ray]
      const step = rays.steps[ray]
      const at = largestStep(step, r, Math.max(2, 1.5 * r * TOLERANCE))
      if (at < 0 || step[at] < 2 * MIN_STEP) continue
      const angle = (2 * Math.PI * ray) / RAYS
      const point: [number, number] = [rays.x + Math.cos(angle) * at, rays.y + Math.sin(angle) * at]
      all.push(point)
      if (at > rays.starts[ray] + CLEARANCE) free.push(point)
    }
    // What lies at the food may be the food's; where enough of the rim is free of it, that is enough.
    const points = free.length >= 0.4 * RAYS ? free : all
    const next = points.length >= 40 ? fitEllipse(points) : undefined
    if (!next || next.b / next.a < 0.3) break
    ellipse = next
  }
  ellipseRadii(rays, ellipse, distances)
  const support = rimScore(measureRimSupport(rays, distances))
  return support >= plate.support ? { ...ellipse, support } : plate
}
