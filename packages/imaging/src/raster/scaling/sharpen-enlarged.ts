import { clamp } from '../clamp-and-smoothstep.ts'
import { luma256Of } from '../luma.ts'
import type { Pixels } from '../pixels.ts'
import type { Scale } from './resample.ts'

/** How much of the fine detail is added once more. */
const STRENGTH = 0.7
/** Detail of fewer levels is grain, and stays as it is; from here on it counts in full. */
const GRAIN = 1
const DETAIL = 4
/** A pixel may leave the range of its neighbourhood by so many levels: edges get steeper and gain no halo. */
const HALO = 2

/** Luma of a row that may lie outside, with the ends repeated. */
const lumaRow = ({ data, width, height, channels }: Pixels, y: number, reach: number, row: Float32Array): void => {
  let at = clamp(y, 0, height - 1) * width * channels
  for (let x = 0; x < width; x++, at += channels) {
    row[x + reach] = luma256Of(data[at], data[at + 1], data[at + 2]) / 256
  }
  row.fill(row[reach], 0, reach)
  row.fill(row[width + reach - 1], width + reach)
}

/** What is added to a pixel: its distance from its surroundings, faded in above the grain. */
const lift = (fine: number): number => {
  const size = Math.abs(fine)
  if (size <= GRAIN) return 0
  return STRENGTH * (size >= DETAIL ? fine : (fine * (size - GRAIN)) / (DETAIL - GRAIN))
}

/**
 * Sharpens an enlarged picture in place, by luma, so that colours stay: fine detail is strengthened, grain is not, and
 * nothing gets brighter or darker than what is beside it. Neighbours are looked for at the distance of the source's own.
 */
export const sharpenEnlarged = (pixels: Pixels, scale: Scale): void => {
  const { data, width, height, channels } = pixels
  const reach = scale / 2
  const rows = Array.from({ length: 2 * reach + 1 }, () => new Float32Array(width + 2 * reach))
  const rowAt = (y: number) => rows[(y + rows.length) % rows.length]
  const columns = new Float32Array(width + 2 * reach)
  const lows = new Float32Array(width + 2 * reach)
  const highs = new Float32Array(width + 2 * reach)
  for (let y = -reach; y < reach; y++) lumaRow(pixels, y, reach, rowAt(y))
  for (let y = 0; y < height; y++) {
    // Read before row y changes: rows above are kept as they were.
    lumaRow(pixels, y + reach, reach, rowAt(y + reach))
    const [above, here, below] = [rowAt(y - reach), rowAt(y), rowAt(y + reach)]
    for (let x = 0; x < columns.length; x++) {
      const [a, b, c] = [above[x], here[x], below[x]]
      columns[x] = a + 2 * b + c
      lows[x] = a < b ? (a < c ? a : c) : b < c ? b : c
      highs[x] = a > b ? (a > c ? a : c) : b > c ? b : c
    }
    let at = y * width * channels
    for (let x = 0; x < width; x++, at += channels) {
      const [left, middle, right] = [x, x + reach, x + 2 * reach]
      const luma = here[middle]
      const smooth = (columns[left] + 2 * columns[middle] + columns[right]) / 16
      const wanted = luma + lift(luma - smooth)
      const low = Math.min(lows[left], lows[middle], lows[right]) - HALO
      const high = Math.max(highs[left], highs[middle], highs[right]) + HALO
      const added = (wanted < low ? low : wanted > high ? high : wanted) - luma
      if (added === 0) continue
      for (let c = 0; c < 3; c++) data[at + c] = clamp(data[at + c] + added + 0.5, 0, 255)
    }
  }
}
