import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'

export interface Horizon {
  /** How much of a row is table, 0–1. */
  readonly below: (row: number) => number
  /** How sure the table is told from what is behind it. */
  readonly confidence: number
}

/** The parts of the height between which a table can end. */
const [HIGHEST, LOWEST] = [0.06, 0.7]
/** Rows above and below a horizon differ by this many of their own deviations, at least. */
const MIN_CONTRAST = 1.6
/** A photo from the side is cut from left to right: the two halves see the horizon at the same height. */
const MAX_TILT = 0.08
/** What is sure enough where the whole background is surface. */
const CONFIDENCE_WITHOUT_HORIZON = 0.6

interface Break {
  readonly row: number
  readonly contrast: number
}

/**
 * Where a table ends and the room behind it begins: the row that parts the background best into two colours, if both
 * halves of the picture agree on it and it runs behind the subject, not under it.
 *
 * @param subject mask of the picture's size, 0–255
 */
export function findHorizon(picture: Pixels, subject: Uint8Array): Horizon {
  const { width, height } = picture
  const middle = Math.floor(width / 2)
  const left = strongestBreak(picture, subject, 0, middle)
  const right = strongestBreak(picture, subject, middle, width)
  const row = left && right ? (left.row + right.row) / 2 : 0
  const contrast = Math.min(left?.contrast ?? 0, right?.contrast ?? 0)
  const isLevel = left && right && Math.abs(left.row - right.row) <= MAX_TILT * height
  if (!isLevel || contrast < MIN_CONTRAST || row > bottomRow(subject, width, height) - 0.1 * height) {
    return { below: () => 1, confidence: CONFIDENCE_WITHOUT_HORIZON }
  }
  const soft = Math.max(1, 0.012 * height)
  return {
    below: (y) => smoothstep(row - soft, row + soft, y + 0.5),
    confidence: 0.5 + 0.4 * smoothstep(MIN_CONTRAST, 2 * MIN_CONTRAST, contrast),
  }
}

function bottomRow(subject: Uint8Array, width: number, height: number): number {
  for (let i = subject.length - 1; i >= 0; i--) if (subject[i] >= 128) return Math.floor(i / width)
  return height
}

/** The row at which the background of some columns changes most. */
function strongestBreak(
  { data, width, height }: Pixels,
  subject: Uint8Array,
  from: number,
  to: number,
): Break | undefined {
  // Per row: count, then sums and squares of the three colours.
  const rows = new Float64Array(height * 7)
  for (let y = 0; y < height; y++) {
    for (let x = from; x < to; x++) {
      const i = y * width + x
      if (subject[i] >= 64) continue
      rows[7 * y] += 1
      for (let c = 0; c < 3; c++) {
        const value = data[3 * i + c]
        rows[7 * y + 1 + c] += value
        rows[7 * y + 4 + c] += value * value
      }
    }
  }
  const total = new Float64Array(7)
  rows.forEach((value, i) => {
    total[i % 7] += value
  })
  const above = new Float64Array(7)
  let best: Break | undefined
  for (let y = 0; y < Math.floor(LOWEST * height); y++) {
    for (let k = 0; k < 7; k++) above[k] += rows[7 * y + k]
    if (y < HIGHEST * height) continue
    const contrast = colourContrast(above, total)
    if (contrast > (best?.contrast ?? 0)) best = { row: y + 1, contrast }
  }
  return best
}

/** How far apart two colours are, in their own deviations. */
function colourContrast(above: Float64Array, total: Float64Array): number {
  const [n, all] = [above[0], total[0]]
  const m = all - n
  if (n < 0.05 * all || m < 0.05 * all) return 0
  let [apart, spread] = [0, 0]
  for (let c = 1; c <= 3; c++) {
    const upper = above[c] / n
    const lower = (total[c] - above[c]) / m
    apart += (upper - lower) ** 2
    spread += above[c + 3] / n - upper ** 2
    spread += (total[c + 3] - above[c + 3]) / m - lower ** 2
  }
  return Math.sqrt(apart / (spread / 2 + 40))
}
