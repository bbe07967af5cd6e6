import type { Size } from '../../raster/geometry.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { type Plane, plane } from '../../raster/planes/plane.ts'
import { wideBlur } from '../../raster/planes/wide-blur.ts'

/** Smallest and largest tilt that is a fault, in degrees: below it is not seen, and above it is meant. */
const LEAST = 1.5
const MOST = 6.5
/** Lengths from which a line shows the tilt, from which it takes part, and from which an upright one contradicts. */
const [SURE_LENGTH, MIN_LENGTH, UPRIGHT_LENGTH] = [0.6, 0.45, 0.5]
/** Degrees by which lines may differ. More is perspective. */
const AGREEMENT = 1.25
/** Pixels around the dish whose edges belong to it. */
const AROUND_DISH = 4

/**
 * Measures by how much a photo was taken at a tilt, by the edges of tables and of the room behind them. It is only measured
 * if all long lines agree: lines that run together are perspective.
 *
 * @param mask of the dish on the analysis copy, 0–1
 * @returns degrees by which what should be level falls to the right; undefined if it is level, or not certain
 */
export const measureTilt = (analysisCopy: Pixels, mask: Plane | undefined): number | undefined => {
  const luma = lumaPlane(analysisCopy)
  const dish = mask ? wideBlur(mask, AROUND_DISH) : plane(luma.width, luma.height)
  const ignored = { ...dish, data: dish.data.map((share) => (share > 0.05 ? 1 : 0)) }
  const level = levelLines(luma, ignored, MIN_LENGTH)
  const [longest] = level
  if (!longest || longest.length < SURE_LENGTH) return undefined
  const upright = levelLines(transpose(luma), transpose(ignored), UPRIGHT_LENGTH).map(({ degrees }) => -degrees)
  const degrees = meanDegrees(level)
  const all = [...level.map((line) => line.degrees), ...upright]
  if (all.some((one) => Math.abs(one - degrees) > AGREEMENT)) return undefined
  return Math.abs(degrees) >= LEAST && Math.abs(degrees) <= MOST ? degrees : undefined
}

const lumaPlane = ({ data, width, height, channels }: Pixels): Plane => {
  const luma = plane(width, height)
  for (let i = 0, at = 0; i < luma.data.length; i++, at += channels)
    luma.data[i] = lumaOf(data[at], data[at + 1], data[at + 2])
  return wideBlur(luma, 1)
}

const meanDegrees = (lines: readonly StraightLine[]): number => {
  const weight = lines.reduce((sum, { length }) => sum + length ** 2, 0)
  return lines.reduce((sum, { degrees, length }) => sum + degrees * length ** 2, 0) / weight
}

/** A straight line that runs about level. */
interface StraightLine {
  /** Degrees by which it falls to the right, below 0 if it rises. */
  readonly degrees: number
  /** Its height in the middle of the picture. */
  readonly height: number
  /** Share of the picture's width on which an edge of its direction lies on it. */
  readonly length: number
}

/** Largest angle that is searched, and the step, in degrees. */
const MOST_DEGREES = 11
const STEP = 0.25
/** Angles by which the direction of an edge may differ from its line. */
const TOLERANCE = 2.5
/** Number of columns in which a line is seen or not. They are the bits of two words. */
const COLUMNS = 64
/** Difference of luma (0–255) over two pixels that counts as an edge. */
const MIN_EDGE = 9
/** Distance in which two lines are the same, as a share of the height. */
const SAME = 0.03
/** Share of the length of the longest from which a line lies on the same edge in full length. */
const FULL = 0.95

/**
 * Finds the straight lines that run about level, by a Hough transform (Duda and Hart 1972). A line is as long as the
 * number of columns in which an edge lies on it, so that thick and strong edges do not count more.
 *
 * @param luma codes of 0–255
 * @param ignored pixels above 0 do not count: the dish
 * @param shortest share of the width
 * @returns the longest first
 */
function levelLines(luma: Plane, ignored: Plane, shortest: number): StraightLine[] {
  const votes = castVotes(luma, ignored)
  const found: StraightLine[] = []
  for (let at = 0; at < votes.low.length; at++) {
    const length = (bitCount(votes.low[at]) + bitCount(votes.high[at])) / COLUMNS
    if (length < shortest) continue
    const degrees = (Math.floor(at / votes.rows) - MOST_DEGREES / STEP) * STEP
    found.push({ degrees, height: (at % votes.rows) - votes.margin, length })
  }
  return mergeLines(found, SAME * luma.height)
}

/**
 * Keeps the longest line of those at one height. An edge is a few pixels thick, so that lines of several angles lie on it
 * in full length: its angle is their mean.
 */
function mergeLines(lines: StraightLine[], near: number): StraightLine[] {
  const isAt = (line: StraightLine, other: StraightLine) => Math.abs(other.height - line.height) <= near
  const kept: StraightLine[] = []
  for (const line of lines.sort((a, b) => b.length - a.length)) {
    if (kept.some((other) => isAt(line, other))) continue
    const full = lines.filter((other) => isAt(line, other) && other.length >= FULL * line.length)
    kept.push({ ...line, degrees: full.reduce((sum, { degrees }) => sum + degrees, 0) / full.length })
  }
  return kept
}

interface Votes {
  /** By angle and row, the columns that have an edge there. */
  readonly low: Uint32Array
  readonly high: Uint32Array
  readonly rows: number
  readonly margin: number
}

function castVotes(luma: Plane, ignored: Plane): Votes {
  const { width, height } = luma
  const slopes = Array.from({ length: (2 * MOST_DEGREES) / STEP + 1 }, (_, i) =>
    Math.tan(radians(i * STEP - MOST_DEGREES)),
  )
  const margin = Math.ceil((slopes.at(-1) ?? 0) * (width / 2)) + 1
  const rows = height + 2 * margin
  const low = new Uint32Array(slopes.length * rows)
  const high = new Uint32Array(slopes.length * rows)
  forEachEdge(luma, ignored, (x, y, degrees) => {
    const column = Math.floor((x * COLUMNS) / width)
    const words = column < 32 ? low : high
    const bit = 1 << (column % 32)
    const from = Math.max(0, Math.ceil((degrees - TOLERANCE + MOST_DEGREES) / STEP))
    const to = Math.min(slopes.length - 1, Math.floor((degrees + TOLERANCE + MOST_DEGREES) / STEP))
    for (let i = from; i <= to; i++) {
      const row = Math.round(y - (x - width / 2) * slopes[i]) + margin
      if (row >= 0 && row < rows) words[i * rows + row] |= bit
    }
  })
  return { low, high, rows, margin }
}

/** Calls back for every edge that runs about level, with the degrees by which it falls to the right. */
function forEachEdge(
  { data, width, height }: Plane,
  ignored: Plane,
  found: (x: number, y: number, degrees: number) => void,
) {
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (ignored.data[i] > 0) continue
      const across = data[i + 1 - width] + 2 * data[i + 1] + data[i + 1 + width]
      const back = data[i - 1 - width] + 2 * data[i - 1] + data[i - 1 + width]
      const below = data[i + width - 1] + 2 * data[i + width] + data[i + width + 1]
      const above = data[i - width - 1] + 2 * data[i - width] + data[i - width + 1]
      const [gx, gy] = [(across - back) / 4, (below - above) / 4]
      if (Math.abs(gy) < MIN_EDGE || Math.abs(gx) > 0.3 * Math.abs(gy)) continue
      found(x, y, -degreesOf(Math.atan(gx / gy)))
    }
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degreesOf = (angle: number): number => (angle * 180) / Math.PI

const bitCount = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** A plane with rows and columns exchanged, so that upright lines become level ones. */
const transpose = ({ data, width, height }: Plane): Plane => {
  const turned: Plane & Size = { data: new Float32Array(data.length), width: height, height: width }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) turned.data[x * height + y] = data[y * width + x]
  return turned
}
