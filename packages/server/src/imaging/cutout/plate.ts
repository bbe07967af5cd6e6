import { clamp, type Pixels } from '../pixels.ts'
import type { Mask } from '../regions.ts'
import { type Ellipse, ellipseOf, fitEllipse, likeness, reachOf } from './ellipse.ts'

const RAYS = 180
const ROUNDS = 5000
/** Half the width of the window on each side of an edge, in pixels of the copy. */
const REACH = 4
/** How far beyond the food its own outline is no longer seen, and how near to it a rim may pass for both. */
const CLEAR = 7
const NEAR = 3
/** How far from the line an edge may lie and still be its, as a share of the distance from the centre. */
const LEEWAY = 0.018
/** Colour steps (about ΔE) below which there is no edge, and above which more says nothing more. */
const LEAST_STEP = 3
const FULL_STEP = 14

/** What a plate is believed on. */
const LEAST_SUPPORT = 0.7
const LEAST_LIFT = 1.6
const LEAST_VISIBLE = 0.48
/** How much of the rim must lie free of the food: an ellipse around food alone has its line where nothing is. */
const LEAST_FREE = 0.15

export interface Plate extends Ellipse {
  /** How much of its visible line was seen as an edge: 0–1. */
  readonly support: number
}

/** For each ray from the centre, at each distance: how large a step there is, and which way colour goes. */
interface Rays {
  /** How far from the food (negative: into it) the line must lie to be judged. */
  readonly from: number
  readonly x: number
  readonly y: number
  /** Where a ray leaves the food, and where it leaves the picture. */
  readonly starts: Int32Array
  readonly lengths: Int32Array
  readonly steps: readonly Float32Array[]
  /** Three numbers a distance, of length 1 together: the way from the colour inside to the colour outside. */
  readonly ways: readonly Float32Array[]
}

/** Small seeded generator: the same picture always gives the same plate. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Lightness and two opponent colours, on the scale of CIE Lab roughly, cheap enough for every pixel. */
function opponent({ data, width, height }: Pixels): Float32Array {
  const out = new Float32Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const r = Math.cbrt(((data[3 * i] as number) / 255) ** 2.2)
    const g = Math.cbrt(((data[3 * i + 1] as number) / 255) ** 2.2)
    const b = Math.cbrt(((data[3 * i + 2] as number) / 255) ** 2.2)
    out[3 * i] = 116 * (0.24 * r + 0.68 * g + 0.08 * b)
    out[3 * i + 1] = 140 * (r - g)
    out[3 * i + 2] = 90 * ((r + g) / 2 - b)
  }
  return out
}

function castRays(colours: Float32Array, food: Mask, from: Ellipse): Rays {
  const { width, height, bits } = food
  const steps: Float32Array[] = []
  const ways: Float32Array[] = []
  const starts = new Int32Array(RAYS)
  const lengths = new Int32Array(RAYS)
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = [Math.cos((2 * Math.PI * ray) / RAYS), Math.sin((2 * Math.PI * ray) / RAYS)]
    const at = (r: number) => {
      const x = Math.floor(from.x + dx * r)
      const y = Math.floor(from.y + dy * r)
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
    }
    let length = 0
    let beyond = 0
    while (at(length) >= 0) {
      if (bits[at(length)]) beyond = length
      length++
    }
    lengths[ray] = length
    const step = new Float32Array(length)
    const way = new Float32Array(3 * length)
    starts[ray] = beyond
    for (let r = Math.max(REACH, beyond - NEAR); r < length - REACH - 1; r++) {
      let square = 0
      for (let c = 0; c < 3; c++) {
        let difference = 0
        for (let k = 1; k <= REACH; k++) {
          difference += (colours[3 * at(r + k) + c] as number) - (colours[3 * at(r - k) + c] as number)
        }
        way[3 * r + c] = difference / REACH
        square += (difference / REACH) ** 2
      }
      for (let c = 0; c < 3; c++) way[3 * r + c] = (way[3 * r + c] as number) / Math.max(1e-6, Math.sqrt(square))
      step[r] = Math.sqrt(square)
    }
    steps.push(step)
    ways.push(way)
  }
  return { from: CLEAR, x: from.x, y: from.y, starts, lengths, steps, ways }
}

/** Distance from the rays' centre to the ellipse along each ray. */
function radii({ x, y }: Rays, ellipse: Ellipse, into: Float32Array): void {
  const [cos, sin] = [Math.cos(ellipse.angle), Math.sin(ellipse.angle)]
  const [ox, oy] = [x - ellipse.x, y - ellipse.y]
  const px = (ox * cos + oy * sin) / ellipse.a
  const py = (oy * cos - ox * sin) / ellipse.b
  const rest = px * px + py * py - 1
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = [Math.cos((2 * Math.PI * ray) / RAYS), Math.sin((2 * Math.PI * ray) / RAYS)]
    const ux = (dx * cos + dy * sin) / ellipse.a
    const uy = (dy * cos - dx * sin) / ellipse.b
    const [a, b] = [ux * ux + uy * uy, px * ux + py * uy]
    into[ray] = (-b + Math.sqrt(Math.max(0, b * b - a * rest))) / a
  }
}

/** What is seen free of the food counts twice: at the food an edge may be the food's own. */
const beliefIn = ({ support, freeSupport }: Evidence): number => (support + 2 * freeSupport) / 3

interface Evidence {
  /** Share of the line that could be seen, of which `free` lies well outside the food. */
  readonly visible: number
  readonly free: number
  /** Of all that is seen, and of the free part by itself. */
  readonly support: number
  readonly freeSupport: number
}

/**
 * How strongly the line, `times` as large, is drawn in the picture. Steps count that go the same way: a rim parts one
 * plate from one table, other edges part all kinds of things.
 */
function evidence({ from, starts, lengths, steps, ways }: Rays, distances: Float32Array, times = 1): Evidence {
  let [visible, free] = [0, 0]
  const [all, outside] = [
    [0, 0, 0],
    [0, 0, 0],
  ] as [number[], number[]]
  for (let ray = 0; ray < RAYS; ray++) {
    const r = (distances[ray] as number) * times
    // Neither what is out of the picture nor what food lies over speaks for or against it.
    if (r < (starts[ray] as number) + from || r >= (lengths[ray] as number) - REACH - 2) continue
    visible++
    const isFree = r > (starts[ray] as number) + CLEAR
    if (isFree) free++
    const step = steps[ray] as Float32Array
    const leeway = Math.max(1, r * LEEWAY)
    const best = largestStep(step, r, leeway)
    if (best < 0) continue
    const way = ways[ray] as Float32Array
    const weight = clamp(((step[best] as number) - LEAST_STEP) / (FULL_STEP - LEAST_STEP), 0, 1)
    for (let c = 0; c < 3; c++) {
      const part = weight * (way[3 * best + c] as number)
      all[c] = (all[c] as number) + part
      if (isFree) outside[c] = (outside[c] as number) + part
    }
  }
  return {
    visible: visible / RAYS,
    free: free / RAYS,
    support: visible === 0 ? 0 : Math.hypot(...all) / visible,
    freeSupport: free === 0 ? 0 : Math.hypot(...outside) / free,
  }
}

/** Where along a ray the step is largest, within a leeway; -1 where there is none. */
function largestStep(step: Float32Array, r: number, leeway: number): number {
  let best = -1
  for (let at = Math.max(0, Math.round(r - leeway)); at <= r + leeway; at++) {
    if ((step[at] ?? 0) > (best < 0 ? LEAST_STEP : (step[best] as number))) best = at
  }
  return best
}

/** The strongest steps along each ray, not beside one another. */
function candidates({ steps }: Rays): number[][] {
  return steps.map((step) => {
    const peaks: number[] = []
    for (let r = 1; r < step.length - 1; r++) {
      const here = step[r] as number
      if (here > 1.5 * LEAST_STEP && here >= (step[r - 1] as number) && here > (step[r + 1] as number)) peaks.push(r)
    }
    return peaks.sort((a, b) => (step[b] as number) - (step[a] as number)).slice(0, 4)
  })
}

/** Edges beside the line that are as strong as the line itself mean texture, not a rim. */
function lift(rays: Rays, distances: Float32Array, support: number): number {
  const beside = [0.86, 0.91, 1.08, 1.14].map((times) => evidence(rays, distances, times).support)
  return support / Math.max(0.05, beside.reduce((sum, one) => sum + one, 0) / beside.length)
}

/**
 * The plate that food lies on, where its rim is clear to see: the largest ellipse around the food on whose line the
 * colour changes nearly everywhere, and changes less beside it.
 *
 * @param small RGB, about 400 pixels on the long side
 * @param food one thing, of the same size
 * @returns undefined where the food is round itself (its plate is in it already), or no rim is clear
 */
export function findPlate(small: Pixels, food: Mask): Plate | undefined {
  const body = ellipseOf(food.bits, food.width)
  if (!body || likeness(food.bits, food.width, body) > 0.93) return undefined
  const rays = castRays(opponent(small), food, body)
  // First by what is free of the food alone; where part of the plate was taken for food, with that part's outline too.
  return searched(rays, food) ?? searched({ ...rays, from: -NEAR }, food)
}

function searched(rays: Rays, food: Mask): Plate | undefined {
  const { width, height } = food
  const peaks = candidates(rays)
  const chance = seeded(1)
  const distances = new Float32Array(RAYS)
  const usable = peaks.flatMap((found, ray) => (found.length > 0 ? [ray] : []))
  if (usable.length < RAYS * 0.35) return undefined
  let best: Plate | undefined
  let bestWorth = 0
  for (let round = 0; round < ROUNDS; round++) {
    // Spread over all of the rim, and in every other round anywhere on it: part of it may be out of the picture.
    const points = Array.from({ length: 5 }, (_, sector) => {
      const place = round % 2 === 0 ? (sector + chance()) / 5 : chance()
      const ray = usable[Math.floor(place * usable.length)] as number
      const found = peaks[ray] as number[]
      const r = found[Math.floor(chance() ** 2 * found.length)] as number
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
    if (Math.min(support, freeSupport) < LEAST_SUPPORT) continue
    const belief = beliefIn(seen)
    // Of the rings of one plate the outermost is wanted, so size counts a little.
    const worth =
      belief * (0.6 + 0.4 * visible) * (1 + 0.35 * (Math.sqrt(ellipse.a * ellipse.b) / Math.max(width, height)))
    if (worth <= bestWorth || lift(rays, distances, support) < LEAST_LIFT || !holds(ellipse, food)) continue
    bestWorth = worth
    best = { ...ellipse, support: belief }
  }
  return best && refined(best, rays, distances)
}

const plausible = ({ x, y, a, b }: Ellipse, width: number, height: number): boolean =>
  b / a > 0.3 && a < 0.95 * Math.max(width, height) && x > 0 && y > 0 && x < width && y < height

/** Whether nearly all of the food lies on it. */
function holds(ellipse: Ellipse, { bits, width }: Mask): boolean {
  let [inside, all] = [0, 0]
  for (let i = 0; i < bits.length; i += 3) {
    if (!bits[i]) continue
    all++
    if (reachOf(ellipse, (i % width) + 0.5, Math.floor(i / width) + 0.5) <= 1.02) inside++
  }
  return inside >= 0.85 * all
}

/** The same ellipse through all the edges that lie along it. */
function refined(plate: Plate, rays: Rays, distances: Float32Array): Plate {
  let ellipse: Ellipse = plate
  for (let round = 0; round < 3; round++) {
    radii(rays, ellipse, distances)
    const free: [number, number][] = []
    const all: [number, number][] = []
    for (let ray = 0; ray < RAYS; ray++) {
      const r = distances[ray] as number
      const step = rays.steps[ray] as Float32Array
      const at = largestStep(step, r, Math.max(2, 1.5 * r * LEEWAY))
      if (at < 0 || (step[at] as number) < 2 * LEAST_STEP) continue
      const angle = (2 * Math.PI * ray) / RAYS
      const point: [number, number] = [rays.x + Math.cos(angle) * at, rays.y + Math.sin(angle) * at]
      all.push(point)
      if (at > (rays.starts[ray] as number) + CLEAR) free.push(point)
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
