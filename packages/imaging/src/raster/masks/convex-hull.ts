import type { BinaryMask } from './binary-mask.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The convex hull of a mask, filled. Corners are found by a monotone chain (Andrew 1979) over the ends of the rows.
 *
 * @returns a mask of the same size; empty if the mask is empty
 */
export function convexHull(mask: BinaryMask): BinaryMask {
  const { width, height } = mask
  const corners = hullCorners(rowEnds(mask))
  if (corners.length < 3) return mask
  const bits = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [first, last] = spanOf(corners, y, width)
    if (first <= last) bits.fill(1, y * width + first, y * width + last + 1)
  }
  return { bits, width, height }
}

/** The first and the last pixel of each row, from top to bottom and from left to right. */
function rowEnds({ bits, width, height }: BinaryMask): Point[] {
  const ends: Point[] = []
  for (let y = 0; y < height; y++) {
    const first = bits.indexOf(1, y * width) - y * width
    if (first < 0 || first >= width) continue
    ends.push({ x: first, y })
    const last = bits.lastIndexOf(1, (y + 1) * width - 1) - y * width
    if (last !== first) ends.push({ x: last, y })
  }
  return ends
}

/** The corners of the hull of points that are sorted by row. */
function hullCorners(points: readonly Point[]): Point[] {
  const chain = (along: readonly Point[]): Point[] => {
    const side: Point[] = []
    for (const point of along) {
      while (side.length >= 2 && turn(side[side.length - 2], side[side.length - 1], point) <= 0) side.pop()
      side.push(point)
    }
    return side.slice(0, -1)
  }
  return [...chain(points), ...chain(points.toReversed())]
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** The first and the last pixel of a row that no side of the hull leaves out. */
function spanOf(corners: readonly Point[], y: number, width: number): [first: number, last: number] {
  let [first, last] = [0, width - 1]
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % corners.length]
    const [across, down] = [(b.x - a.x) * (y - a.y), b.y - a.y]
    if (down > 0) last = Math.min(last, a.x + Math.floor(across / down))
    else if (down < 0) first = Math.max(first, a.x + Math.ceil(across / down))
    else if (across < 0) return [0, -1]
  }
  return [first, last]
}
