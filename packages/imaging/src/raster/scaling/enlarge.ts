import { clamp } from '../clamp-and-smoothstep.ts'
import { luma256Of } from '../luma.ts'
import type { Pixels } from '../pixels.ts'
import { resample, type Scale } from './resample.ts'

/** Bytes of a band: large enough that its margins cost little, small beside the picture. */
const BAND_BYTES = 8_000_000

/** Rows of the source around a band that the band depends on: three for Lanczos, one for sharpening. */
const MARGIN = 4

/** The bands of an enlarged and sharpened picture, from top to bottom. Each band holds whole rows. */
export function* enlargedBands(pixels: Pixels, scale: Scale): Generator<Uint8Array> {
  const { data, width, height, channels } = pixels
  const [pitch, largePitch] = [width * channels, width * channels * scale]
  const rows = Math.max(4 * MARGIN, Math.floor(BAND_BYTES / (largePitch * scale)))
  for (let top = 0; top < height; top += rows) {
    const bottom = Math.min(height, top + rows)
    const [from, to] = [Math.max(0, top - MARGIN), Math.min(height, bottom + MARGIN)]
    const part = resample({ data: data.subarray(from * pitch, to * pitch), width, height: to - from, channels }, scale)
    sharpenEnlarged(part, scale)
    yield part.data.subarray((top - from) * scale * largePitch, (bottom - from) * scale * largePitch)
  }
}

/**
 * Enlarges a picture to exactly twice or four times its size.
 *
 * @example const { width } = enlarge(pixels, 4) // 4 * pixels.width
 */
export const enlarge = (pixels: Pixels, scale: Scale): Pixels => {
  const whole = resample(pixels, scale)
  sharpenEnlarged(whole, scale)
  return whole
}

/** How much of the fine detail is added. */
const STRENGTH = 0.7
/** Detail of up to `GRAIN` levels is left as it is; from `DETAIL` levels on it is sharpened in full. */
const GRAIN = 1
const DETAIL = 4
/** A pixel may leave the range of its neighbourhood by so many levels, so that edges get steeper without a halo. */
const HALO = 2

/** Luma of a row, with its ends repeated; rows outside of the picture repeat its first or last one. */
const lumaRow = ({ data, width, height, channels }: Pixels, y: number, reach: number, row: Float32Array): void => {
  let at = clamp(y, 0, height - 1) * width * channels
  for (let x = 0; x < width; x++, at += channels) {
    row[x + reach] = luma256Of(data[at], data[at + 1], data[at + 2]) / 256
  }
  row.fill(row[reach], 0, reach)
  row.fill(row[width + reach - 1], width + reach)
}

/** What is added to a pixel whose luma differs from its surroundings by `fine`. */
const lift = (fine: number): number => {
  const size = Math.abs(fine)
  if (size <= GRAIN) return 0
  return STRENGTH * (size >= DETAIL ? fine : (fine * (size - GRAIN)) / (DETAIL - GRAIN))
}

/**
 * Sharpens the luma of an enlarged picture, in place; colours stay. Fine detail is strengthened, grain is not, and no pixel
 * gets much brighter or darker than its neighbours. Neighbours are those at the distance of pixels of the source.
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
