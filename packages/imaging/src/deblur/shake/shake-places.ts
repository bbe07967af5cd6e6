import type { Plane } from '../../raster/planes/plane.ts'

/** The middle of a square from which a kernel is estimated. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Side of the part of a square that counts: its borders are faded. */
const PART = 192
/** Places tried along a side of the picture, and the least distance between two that are taken. */
const GRID = 9
const APART = 96

const middles = (length: number): number[] => {
  const count = Math.max(1, Math.min(GRID, Math.round((2 * length) / PART) - 1))
  const [first, last] = [Math.min(length, PART) / 2, length - Math.min(length, PART) / 2]
  return Array.from({ length: count }, (_, i) => Math.round(first + ((last - first) * i) / Math.max(1, count - 1)))
}

/** The sum of the steps between pixels two apart, larger where there are many edges or strong ones. */
const edgeSum = ({ data, width, height }: Plane, { x, y }: Place): number => {
  let sum = 0
  const [left, right] = [Math.max(0, x - PART / 2), Math.min(width - 2, x + PART / 2)]
  const bottom = Math.min(height - 2, y + PART / 2)
  for (let v = Math.max(0, y - PART / 2); v < bottom; v += 2) {
    for (let u = left; u < right; u += 2) {
      const i = v * width + u
      const step = Math.abs(data[i + 2] - data[i]) + Math.abs(data[i + 2 * width] - data[i])
      if (step > 6) sum += step
    }
  }
  return sum
}

/** The places with most edges, the best first and apart from each other; fewer if there is no room. */
export const shakePlaces = (luma: Plane, count: number): Place[] => {
  const all = middles(luma.height)
    .flatMap((y) => middles(luma.width).map((x) => ({ x, y })))
    .map((place) => ({ place, sum: edgeSum(luma, place) }))
    .sort((a, b) => b.sum - a.sum)
  const taken: Place[] = []
  for (const { place } of all) {
    if (taken.length < count && taken.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= APART)) {
      taken.push(place)
    }
  }
  return taken
}
