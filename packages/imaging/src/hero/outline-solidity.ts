import { type BinaryMask, maskBits } from '../raster/masks/binary-mask.ts'
import { labelComponents } from '../raster/masks/mask-components.ts'
import { openMask } from '../raster/masks/morphology.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { DishExtent } from './place-in-frame.ts'

/** What is thinner than this share of the dish, such as a handle or a spoon, does not count. */
const THIN = 0.06
/** A component smaller than this share of the largest is ignored. */
const MIN_SHARE = 0.15

/** The separate dishes of a mask, and how solid the least solid of them is. */
export interface OutlineSolidity {
  readonly dishes: number
  /** Area over the area of the convex hull, 0–1. A whole plate, bowl, board or pan has 0.9 or more. */
  readonly solidity: number
}

/** Measures how solid the outline of a dish is. A mask of half a dish, or of food without its plate, has notches. */
export function outlineSolidity(subject: SoftMask, { box }: DishExtent): OutlineSolidity {
  const { alpha, width, height } = subject
  const bits = maskBits(alpha.length, (i) => alpha[i] > 127)
  const radius = Math.round((THIN / 2) * Math.max(box.width, box.height))
  const mask = openMask({ bits, width, height }, radius)
  const { labels, areas } = labelComponents(mask, 1)
  const most = areas.subarray(1).reduce((largest, area) => Math.max(largest, area), 0)
  const large = [...areas.keys()].filter((label) => label > 0 && areas[label] >= MIN_SHARE * most)
  const each = large.map(
    (label) => areas[label] / hullArea({ bits: maskBits(labels.length, (i) => labels[i] === label), width, height }),
  )
  return { dishes: large.length, solidity: Math.min(1, ...each) }
}

type Corner = readonly [x: number, y: number]

/** The area of the convex hull of a mask's pixels (Andrew's monotone chain). */
function hullArea({ bits, width, height }: BinaryMask): number {
  const corners: Corner[] = []
  for (let y = 0; y < height; y++) {
    const first = bits.indexOf(1, y * width)
    if (first < 0) break
    if (first >= (y + 1) * width) continue
    const last = bits.lastIndexOf(1, (y + 1) * width - 1)
    const [left, right] = [first - y * width, last + 1 - y * width]
    corners.push([left, y], [right, y], [left, y + 1], [right, y + 1])
  }
  corners.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const hull = [...halfHull(corners), ...halfHull(corners.toReversed())]
  const twice = hull.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = hull[(at + 1) % hull.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.max(1, Math.abs(twice) / 2)
}

/** One side of a convex hull, without its last corner. */
function halfHull(corners: readonly Corner[]): Corner[] {
  const hull: Corner[] = []
  for (const corner of corners) {
    for (;;) {
      const [before, last] = [hull[hull.length - 2], hull[hull.length - 1]]
      if (!before || !last) break
      const turn = (last[0] - before[0]) * (corner[1] - before[1]) - (last[1] - before[1]) * (corner[0] - before[0])
      if (turn > 0) break
      hull.pop()
    }
    hull.push(corner)
  }
  return hull.slice(0, -1)
}
