import type { BinaryMask } from '../../raster/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { type Ellipse, ellipseOf, fitEllipse, likeness, reachOf } from './fit-ellipse.ts'
import {
  CLEAR,
  castRays,
  LEAST_STEP,
  LEEWAY,
  largestStep,
  NEAR,
  opponent,
  RAYS,
  type Rays,
  radii,
} from './radial-gradients.ts'
import { beliefIn, evidence, lift } from './rim-evidence.ts'

const ROUNDS = 5000

/** What a plate is believed on. */
interface Claim {
  readonly support: number
  readonly lift: number
  /** How much of the food must lie on it: a ring within the plate leaves food beyond it. */
  readonly held: number
}
const CLEAR_RIM: Claim = { support: 0.7, lift: 1.6, held: 0.94 }
/** Too little to add a plate, enough to suspect that one is there. */
const FAINT_RIM: Claim = { support: 0.52, lift: 1.45, held: 0.85 }
const LEAST_VISIBLE = 0.48
/** How much of the rim must lie free of the food: an ellipse around food alone has its line where nothing is. */
const LEAST_FREE = 0.15

export interface Plate extends Ellipse {
  /** How much of its visible line was seen as an edge: 0–1. */
  readonly support: number
  /** Whether that is enough to take it for the plate; else there may be one, here or near by. */
  readonly clear: boolean
}

/** Small seeded generator: the same picture always gives the same plate. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** The strongest steps along each ray, not beside one another. */
function candidates({ steps }: Rays): number[][] {
  return steps.map((step) => {
    const peaks: number[] = []
    for (let r = 1; r < step.length - 1; r++) {
      const here = step[r]
      if (here > 1.5 * LEAST_STEP && here >= step[r - 1] && here > step[r + 1]) peaks.push(r)
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
  const body = ellipseOf(food.bits, food.width)
  if (!body || likeness(food.bits, food.width, body) > 0.93) return undefined
  const rays = castRays(opponent(small), food, body)
  // First by what is free of the food alone; where part of the plate was taken for food, with that part's outline too.
  const found = searched(rays, food, CLEAR_RIM) ?? searched({ ...rays, from: -NEAR }, food, CLEAR_RIM)
  if (found) return { ...found, clear: true }
  const faint = searched(rays, food, FAINT_RIM)
  return faint && { ...faint, clear: false }
}

type Found = Omit<Plate, 'clear'>

function searched(rays: Rays, food: BinaryMask, claim: Claim): Found | undefined {
  const { width, height } = food
  const peaks = candidates(rays)
  const chance = seeded(1)
  const distances = new Float32Array(RAYS)
  const usable = peaks.flatMap((found, ray) => (found.length > 0 ? [ray] : []))
  if (usable.length < RAYS * 0.35) return undefined
  let best: Found | undefined
  let bestWorth = 0
  for (let round = 0; round < ROUNDS; round++) {
    // Spread over all of the rim, and in every other round anywhere on it: part of it may be out of the picture.
    const points = Array.from({ length: 5 }, (_, sector) => {
      const place = round % 2 === 0 ? (sector + chance()) / 5 : chance()
      const ray = usable[Math.floor(place * usable.length)]
      const found = peaks[ray]
      const r = found[Math.floor(chance() ** 2 * found.length)]
      const angle = (2 * Math.PI * ray) / RAYS
      return [rays.x + Math.cos(angle) * r, rays.y + Math.sin(angle) * r] as const
    })
    const ellipse = fitEllipse(points)
    if (!ellipse || !plausible(ellipse, width, height)) continue
    if (reachOf(ellipse, rays.x, rays.y) > 0.7) continue
    radii(rays, ellipse, distances)
    const seen = evidence(rays, distances)
    const { visible, free, support, freeSupport } = seen
    if (visible < LEAST_VISIBLE || free < LEAST_FREE) continue
    if (Math.min(support, freeSupport) < claim.support) continue
    const belief = beliefIn(seen)
    // Of the rings of one plate the outermost is wanted, so size counts a little.
    const worth =
      belief * (0.6 + 0.4 * visible) * (1 + 0.35 * (Math.sqrt(ellipse.a * ellipse.b) / Math.max(width, height)))
    if (worth <= bestWorth || lift(rays, distances, support) < claim.lift || !holds(ellipse, food, claim.held)) continue
    bestWorth = worth
    best = { ...ellipse, support: belief }
  }
  return best && refined(best, rays, distances)
}

const plausible = ({ x, y, a, b }: Ellipse, width: number, height: number): boolean =>
  b / a > 0.3 && a < 0.95 * Math.max(width, height) && x > 0 && y > 0 && x < width && y < height

/** Whether so much of the food lies on it. */
function holds(ellipse: Ellipse, { bits, width }: BinaryMask, share: number): boolean {
  let [inside, all] = [0, 0]
  for (let i = 0; i < bits.length; i += 3) {
    if (!bits[i]) continue
    all++
    if (reachOf(ellipse, (i % width) + 0.5, Math.floor(i / width) + 0.5) <= 1.02) inside++
  }
  return inside >= share * all
}

/** The same ellipse through all the edges that lie along it. */
function refined(plate: Found, rays: Rays, distances: Float32Array): Found {
  let ellipse: Ellipse = plate
  for (let round = 0; round < 3; round++) {
    radii(rays, ellipse, distances)
    const free: [number, number][] = []
    const all: [number, number][] = []
    for (let ray = 0; ray < RAYS; ray++) {
      const r = distances[ray]
      const step = rays.steps[ray]
      const at = largestStep(step, r, Math.max(2, 1.5 * r * LEEWAY))
      if (at < 0 || step[at] < 2 * LEAST_STEP) continue
      const angle = (2 * Math.PI * ray) / RAYS
      const point: [number, number] = [rays.x + Math.cos(angle) * at, rays.y + Math.sin(angle) * at]
      all.push(point)
      if (at > rays.starts[ray] + CLEAR) free.push(point)
    }
    // What lies at the food may be the food's; where enough of the rim is free of it, that is enough.
    const points = free.length >= 0.4 * RAYS ? free : all
    const next = points.length >= 40 ? fitEllipse(points) : undefined
    if (!next || next.b / next.a < 0.3) break
    ellipse = next
  }
  radii(rays, ellipse, distances)
  const support = beliefIn(evidence(rays, distances))
  return support >= plate.support ? { ...ellipse, support } : plate
}
