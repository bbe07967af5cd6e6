import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'

export interface Horizon {
  /** How much of a row is table, 0–1. */
  readonly below: (row: number) => number
  /** How likely it is that the table ends here, 0–1. */
  readonly confidence: number
}

/** The range of the height, as shares, in which a table can end. */
const [HIGHEST, LOWEST] = [0.06, 0.7]
/** Least distance of the colours above and below a horizon, in standard deviations. */
const MIN_CONTRAST = 1.6
/** Largest difference of the horizon in both halves of the picture, as a share of the height. */
const MAX_TILT = 0.08
/** Least distance of the horizon from the bottom of the subject, as a share of the height. */
const MIN_ABOVE_SUBJECT = 0.1
/** Confidence if the whole background is table. */
const CONFIDENCE_WITHOUT_HORIZON = 0.6
/** Variance added for noise, in squares of codes. */
const NOISE_VARIANCE = 40

interface ColourBreak {
  readonly row: number
  readonly contrast: number
}

/**
 * Finds where the table ends and the room behind it begins: the row that separates the background best into two colours.
 * Both halves of the picture must agree on it, and it must run behind the subject, not under it.
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
  if (!isLevel || contrast < MIN_CONTRAST || row > bottomRow(subject, width, height) - MIN_ABOVE_SUBJECT * height) {
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

/** The row at which the background of the columns between `from` and `to` changes most. */
function strongestBreak(
  { data, width, height }: Pixels,
  subject: Uint8Array,
  from: number,
  to: number,
): ColourBreak | undefined {
  // For each row: count, three sums, three sums of squares.
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
  let best: ColourBreak | undefined
  for (let y = 0; y < Math.floor(LOWEST * height); y++) {
    for (let k = 0; k < 7; k++) above[k] += rows[7 * y + k]
    if (y < HIGHEST * height) continue
    const contrast = colourContrast(above, total)
    if (contrast > (best?.contrast ?? 0)) best = { row: y + 1, contrast }
  }
  return best
}

/** Distance of the mean colours above and below, in standard deviations. */
function colourContrast(above: Float64Array, total: Float64Array): number {
  const [n, all] = [above[0], total[0]]
  const m = all - n
  if (n < 0.05 * all || m < 0.05 * all) return 0
  let [distance, variance] = [0, 0]
  for (let c = 1; c <= 3; c++) {
    const upper = above[c] / n
    const lower = (total[c] - above[c]) / m
    distance += (upper - lower) ** 2
    variance += above[c + 3] / n - upper ** 2
    variance += (total[c + 3] - above[c + 3]) / m - lower ** 2
  }
  return Math.sqrt(distance / (variance / 2 + NOISE_VARIANCE))
}
