import type { CutSides } from '../hero/place-in-frame.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { type OutlineSupport, reachOf, SIDE, separate } from './outline-support.ts'

/** A dish to be placed. */
export interface Outline {
  /** In shares of its own width. */
  readonly support: OutlineSupport
  /** Its width relative to the other dishes. */
  readonly width: number
  /** Its position from left to right. Without it, the one in the list. */
  readonly rank?: number
  /** Sides at which the photo cuts it, which meet the edge of the frame. */
  readonly cut: CutSides
}

/** Middles of the boxes, in units of a frame of the area 1. */
export interface Packing {
  readonly places: readonly (readonly [x: number, y: number])[]
  /** Size in the frame of a width of 1. */
  readonly scale: number
}

/** Room between two dishes, as a share of the narrower one, and around all of them, as a share of the frame's short side. */
const LEAST_GAP = 0.05
const MARGIN = 0.055
/** The largest share of a side of the frame that one dish takes. */
const MOST_FILL = 0.78
/** Steps of the relaxation and of the search for the largest size. */
const RELAXATIONS = 120
const BISECTIONS = 7
/** Rounds after which an overlap that is not smaller than this share of what it was before counts as one that stays. */
const PATIENCE = 30
const PROGRESS = 0.8
/** A beginning is given up where the dishes do not fit at this share of the size that another one reached. */
const WORTH_TRYING = 0.85
/** An overlap of this share of the frame counts as none. */
const TOLERANCE = 0.0015
/** Share of the largest size that is used; the room that this leaves is spread evenly. */
const EASE = 0.95

/** How far dishes in a row are moved to where they would stand if all were one row. */
const SHIFT = 0.3

type Place = [x: number, y: number]

interface Problem {
  readonly outlines: readonly Outline[]
  readonly width: number
  readonly height: number
}

/**
 * Places outlines in a frame without overlaps, as large as they fit from each of several rows of beginnings. The first
 * outlines come to the front, which is the lower part.
 *
 * @param aspect width over height of the frame
 * @returns different placements, the best first
 */
export function packOutlines(outlines: readonly Outline[], aspect: number): Packing[] {
  const problem: Problem = { outlines, width: Math.sqrt(aspect), height: 1 / Math.sqrt(aspect) }
  const packings: Packing[] = []
  for (const start of beginnings(problem)) {
    const most = packings.reduce((largest, { scale }) => Math.max(largest, scale), 0)
    const packing = packFrom(problem, start, WORTH_TRYING * most)
    if (packing) packings.push(packing)
  }
  return packings
    .map((packing) => ({ packing, score: packing.scale * frontness(problem, packing) * orderliness(problem, packing) }))
    .sort((a, b) => b.score - a.score)
    .map(({ packing }) => packing)
}

/**
 * Rows from the front to the back: the first outlines stand in front. Each row is in order from left to right, or all rows
 * together are.
 */
function beginnings({ outlines, width, height }: Problem): Place[][] {
  const count = outlines.length
  const most = Math.min(count, 4)
  return Array.from({ length: most }, (_, at) => at + 1).flatMap((rows) =>
    (count % rows === 0 ? [0] : [0, 1]).flatMap((fuller) =>
      (rows === 1 ? [false] : [false, true]).map((together) => {
        const counts = rowCounts(count, rows, fuller === 1)
        const places: Place[] = []
        for (const [row, inRow] of counts.entries()) {
          const y = height * (1 - (row + 0.5) / rows)
          const start = places.length
          const ranks = outlines.slice(start, start + inRow).map((_, at) => rankOf(outlines, start + at))
          for (const rank of ranks) {
            const at = ranks.filter((other) => other < rank).length
            const [inAll, own] = [(rank + 0.5) / count, (at + 0.5) / inRow]
            // Rows are shifted against each other, as people set a table and not as a shop fills a shelf.
            const share = together ? inAll : own + SHIFT * (inAll - own)
            places.push([width * share, y + 0.04 * height * ((at % 2) - 0.5)])
          }
        }
        return places
      }),
    ),
  )
}

const rankOf = (outlines: readonly Outline[], at: number): number => outlines[at].rank ?? at

/** How many outlines each row takes, front row first; what is left over goes to the back or to the front. */
const rowCounts = (count: number, rows: number, isFrontFuller: boolean): number[] => {
  const [each, over] = [Math.floor(count / rows), count % rows]
  return Array.from({ length: rows }, (_, row) => each + ((isFrontFuller ? row : rows - 1 - row) < over ? 1 : 0))
}

/**
 * Searches the largest size from one beginning, and spreads the dishes at a size a little below it.
 *
 * @param least the size that must be possible
 */
function packFrom(problem: Problem, start: readonly Place[], least: number): Packing | undefined {
  let [fits, tooLarge] = [least / EASE, largestOf(problem)]
  let places: readonly Readonly<Place>[] = start
  if (least > 0) {
    const first = relax(problem, start, fits, LEAST_GAP)
    if (!first) return undefined
    places = first
  }
  for (let step = 0; step < BISECTIONS || fits === 0; step++) {
    const scale = (fits + tooLarge) / 2
    const relaxed = relax(problem, places, scale, LEAST_GAP)
    if (relaxed) {
      fits = scale
      places = relaxed
    } else tooLarge = scale
  }
  const scale = EASE * fits
  let [gap, tooWide] = [LEAST_GAP, 0.6]
  for (let step = 0; step < 5; step++) {
    const wider = (gap + tooWide) / 2
    const spread = relax(problem, places, scale, wider)
    if (spread) {
      gap = wider
      places = spread
    } else tooWide = wider
  }
  return { places: centred(problem, places, scale), scale }
}

/** The size at which one of the dishes is as large as any may be, or all of them cover the frame. */
const largestOf = ({ outlines, width, height }: Problem): number =>
  Math.min(
    1 / Math.sqrt(outlines.reduce((sum, { support, width: own }) => sum + hullArea(support) * own * own, 0)),
    ...outlines.map(({ support, width: own }) =>
      Math.min(
        (MOST_FILL * width) / (own * (support[SIDE.left] + support[SIDE.right])),
        (MOST_FILL * height) / (own * (support[SIDE.top] + support[SIDE.bottom])),
      ),
    ),
  )

/** A lower bound of the area of a hull: that of a disc as large as its narrowest reach. */
const hullArea = (support: OutlineSupport): number =>
  Math.PI * support.reduce((least, reach) => Math.min(least, reach), Number.POSITIVE_INFINITY) ** 2

/** Pushes overlapping outlines apart, and all of them into the frame. @returns undefined if that leaves an overlap */
function relax(problem: Problem, start: readonly Readonly<Place>[], scale: number, gap: number): Place[] | undefined {
  const { outlines } = problem
  const places = start.map(([x, y]): Place => [x, y])
  const widths = outlines.map(({ width }) => width * scale)
  const reaches = outlines.map(({ support }, at) => widths[at] * reachOf(support))
  let before = Number.POSITIVE_INFINITY
  for (let round = 0; round < RELAXATIONS; round++) {
    let worst = 0
    for (const [at, place] of places.entries()) intoFrame(problem, outlines[at], place, widths[at], gap)
    for (let a = 0; a < places.length; a++) {
      for (let b = a + 1; b < places.length; b++) {
        const [one, other] = [places[a], places[b]]
        const between = [other[0] - one[0], other[1] - one[1]] as const
        const wanted = gap * Math.min(widths[a], widths[b])
        if (Math.hypot(between[0], between[1]) > reaches[a] + reaches[b] + wanted) continue
        const { distance, x, y } = separate(outlines[a].support, outlines[b].support, between, [widths[a], widths[b]])
        const missing = wanted - distance
        if (missing <= 0) continue
        worst = Math.max(worst, missing)
        const half = 0.52 * missing
        place(one, -x * half, -y * half)
        place(other, x * half, y * half)
      }
    }
    if (worst < TOLERANCE) {
      for (const [at, place] of places.entries()) intoFrame(problem, outlines[at], place, widths[at], gap)
      return places
    }
    if (round % PATIENCE === PATIENCE - 1) {
      if (worst > PROGRESS * before) return undefined
      before = worst
    }
  }
  return undefined
}

const place = (at: Place, dx: number, dy: number): void => {
  at[0] += dx
  at[1] += dy
}

/** Moves an outline into the frame. A side that the photo cuts lies on the edge of the frame. */
function intoFrame({ width, height }: Problem, { support, cut }: Outline, at: Place, size: number, gap: number): void {
  const margin = MARGIN * Math.min(width, height) + 0.25 * (gap - LEAST_GAP) * size
  const left = size * support[SIDE.left]
  const right = size * support[SIDE.right]
  const top = size * support[SIDE.top]
  const bottom = size * support[SIDE.bottom]
  at[0] = cut.left
    ? left
    : cut.right
      ? width - right
      : clamp(at[0], Math.min(left + margin, width / 2), Math.max(width - right - margin, width / 2))
  at[1] = cut.top
    ? top
    : cut.bottom
      ? height - bottom
      : clamp(at[1], Math.min(top + margin, height / 2), Math.max(height - bottom - margin, height / 2))
}

/** Moves all dishes so that the room around them is equal, in the directions in which none has to stay at an edge. */
function centred(
  { outlines, width, height }: Problem,
  places: readonly Readonly<Place>[],
  scale: number,
): readonly Readonly<Place>[] {
  const reach = (side: number, axis: 0 | 1, sign: 1 | -1) =>
    Math.max(...places.map((at, i) => sign * at[axis] + outlines[i].width * scale * outlines[i].support[side]))
  const isFree = {
    x: outlines.every(({ cut }) => !cut.left && !cut.right),
    y: outlines.every(({ cut }) => !cut.top && !cut.bottom),
  }
  const dx = isFree.x ? (width - reach(SIDE.right, 0, 1) + reach(SIDE.left, 0, -1)) / 2 : 0
  const dy = isFree.y ? (height - reach(SIDE.bottom, 1, 1) + reach(SIDE.top, 1, -1)) / 2 : 0
  return places.map(([x, y]) => [x + dx, y + dy] as const)
}

/** How much more the larger outlines stand in front than the smaller ones: a factor on the size of a placement. */
function frontness({ outlines, height }: Problem, { places }: Packing): number {
  let [sum, most] = [0, 0]
  for (let a = 0; a < outlines.length; a++) {
    for (let b = a + 1; b < outlines.length; b++) {
      const difference = outlines[a].width - outlines[b].width
      most += Math.abs(difference)
      sum += difference * clamp((4 * (places[a][1] - places[b][1])) / height, -1, 1)
    }
  }
  return most === 0 ? 1 : 1 + 0.12 * (sum / most)
}

/** The share of pairs that stand in order from left to right, as a factor that outweighs the size of a placement. */
function orderliness({ outlines }: Problem, { places }: Packing): number {
  let [right, all] = [0, 0]
  for (let a = 0; a < outlines.length; a++) {
    for (let b = a + 1; b < outlines.length; b++) {
      all++
      if (rankOf(outlines, a) < rankOf(outlines, b) === places[a][0] < places[b][0]) right++
    }
  }
  return all === 0 ? 1 : 0.25 + 0.75 * (right / all)
}
