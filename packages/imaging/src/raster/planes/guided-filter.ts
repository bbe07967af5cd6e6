import { boxMean } from './box-mean.ts'

/**
 * Coefficients of a guided filter on a coarse grid: `a · luma + b` is the luma of a pixel without its texture. The luma in
 * it is that of the full-size pixel, so edges keep their position in the photo however coarse the grid is, and there is
 * no halo along a plate's rim.
 */
export interface GuidedFilter {
  readonly width: number
  readonly height: number
  readonly a: Float32Array
  readonly b: Float32Array
}

/** Contrast (in luma, 0–1) above which an edge is kept as an edge and not treated as texture. */
const EDGE = 0.12

/** Long side of the grid. The coefficients are smooth, so a coarse grid loses nothing. */
const GRID = 96

/**
 * Computes a self-guided filter (He, Sun, Tang 2013) from the luma of the analysis copy.
 *
 * @param luma 0–1, `width * height` values
 */
export const buildGuidedFilter = (luma: Float32Array, width: number, height: number): GuidedFilter => {
  const radius = Math.max(2, Math.round(Math.max(width, height) / 16))
  const mean = boxMean(luma, width, height, radius)
  const square = boxMean(
    luma.map((v) => v * v),
    width,
    height,
    radius,
  )
  const slope = new Float32Array(luma.length)
  const offset = new Float32Array(luma.length)
  for (let i = 0; i < luma.length; i++) {
    const m = mean[i]
    const variance = Math.max(0, square[i] - m * m)
    const a = variance / (variance + EDGE * EDGE)
    slope[i] = a
    offset[i] = m * (1 - a)
  }
  return thinOut(boxMean(slope, width, height, radius), boxMean(offset, width, height, radius), width, height)
}

const thinOut = (a: Float32Array, b: Float32Array, width: number, height: number): GuidedFilter => {
  const scale = Math.min(1, GRID / Math.max(width, height))
  const columns = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.round(height * scale))
  const map: GuidedFilter = {
    width: columns,
    height: rows,
    a: new Float32Array(columns * rows),
    b: new Float32Array(columns * rows),
  }
  for (let y = 0; y < rows; y++) {
    const fromY = Math.min(height - 1, Math.floor(((y + 0.5) * height) / rows))
    for (let x = 0; x < columns; x++) {
      const from = fromY * width + Math.min(width - 1, Math.floor(((x + 0.5) * width) / columns))
      map.a[y * columns + x] = a[from]
      map.b[y * columns + x] = b[from]
    }
  }
  return map
}
