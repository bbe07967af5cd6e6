import type { BinaryMask } from '../../../raster/masks/binary-mask.ts'
import type { FirstCandidate } from '../candidate-features.ts'

/** How far from the first mask an outline must be to be new, as a share of the long side. */
const NEW = 0.012
const MIN_OUTLINE = 8
/** How far from a line its pixels may be, as a share of the long side, and in pixels at least. */
const TOLERANCE = 0.006
const MIN_TOLERANCE = 1.5
/** The share of the new outline that one line holds, and its length as a share of the long side, from which it is a table's edge. */
const STRAIGHT_SHARE = 0.75
const MIN_LENGTH = 0.5
/** Lines are laid through pairs of this many pixels, spread over the outline. */
const SAMPLES = 24

/**
 * Whether a region that was grown around a mask ends at the edge of the table: in one long straight line. Plates and bowls
 * end in curves, and boards and trays in corners.
 *
 * @param grown a mask that contains the first one
 */
export function endsAtTableEdge(grown: BinaryMask, first: FirstCandidate): boolean {
  const { width } = grown
  const longSide = Math.max(width, grown.height)
  const outline = newOutline(grown, first, NEW * longSide)
  if (outline.length < MIN_OUTLINE) return false
  const tolerance = Math.max(MIN_TOLERANCE, TOLERANCE * longSide)
  const step = Math.max(1, outline.length / SAMPLES)
  const samples = Array.from({ length: Math.floor(outline.length / step) }, (_, i) => outline[Math.floor(i * step)])
  for (const [i, from] of samples.entries()) {
    for (const to of samples.slice(i + 1)) {
      const [x, y] = [from % width, Math.floor(from / width)]
      const [dx, dy] = [(to % width) - x, Math.floor(to / width) - y]
      const length = Math.hypot(dx, dy)
      if (length < MIN_LENGTH * longSide) continue
      if (shareOnLine(outline, width, { x, y, dx: dx / length, dy: dy / length }, tolerance) >= STRAIGHT_SHARE)
        return true
    }
  }
  return false
}

/** The pixels of a mask beside a pixel that is none of it, farther from the first mask than a distance. */
function newOutline({ bits, width, height }: BinaryMask, first: FirstCandidate, distance: number): number[] {
  const outline: number[] = []
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (bits[i] === 0 || first.distances[i] <= distance) continue
      const ends =
        (x > 0 && bits[i - 1] === 0) ||
        (x < width - 1 && bits[i + 1] === 0) ||
        (y > 0 && bits[i - width] === 0) ||
        (y < height - 1 && bits[i + width] === 0)
      if (ends) outline.push(i)
    }
  }
  return outline
}

interface Line {
  readonly x: number
  readonly y: number
  /** Its direction, of length 1. */
  readonly dx: number
  readonly dy: number
}

function shareOnLine(pixels: readonly number[], width: number, { x, y, dx, dy }: Line, tolerance: number): number {
  let count = 0
  for (const i of pixels) {
    const away = ((i % width) - x) * dy - (Math.floor(i / width) - y) * dx
    if (Math.abs(away) <= tolerance) count++
  }
  return count / pixels.length
}
