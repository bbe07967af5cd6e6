import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'

/** Factors on light and colour, on a coarse grid over the whole picture. */
export interface GainMap {
  readonly width: number
  readonly height: number
  /** Factor on encoded luma. Where both factors are 1, pixels are not changed at all. */
  readonly gain: Float32Array
  /** Factor on colour. */
  readonly colour: Float32Array
}

/** The highest code that is not clipped. */
const UNCLIPPED = 253

/** Interpolates a row of the grid at the height of a pixel row. */
const gridRow = (values: Float32Array, width: number, height: number, at: number, row: Float32Array): void => {
  const top = Math.floor(clamp(at, 0, height - 1))
  const bottom = Math.min(height - 1, top + 1)
  const share = clamp(at - top, 0, 1)
  for (let x = 0; x < width; x++) {
    const upper = values[top * width + x]
    row[x] = upper + (values[bottom * width + x] - upper) * share
  }
}

/**
 * Applies a gain map to full-size pixels, in place. Gains above 1 level off before white, so that nothing clips. Colour is
 * reduced where a channel would leave the range. Alpha is not changed.
 *
 * @example applyGainMap(pixels, { width: 1, height: 1, gain: Float32Array.of(0.9), colour: Float32Array.of(1) })
 */
export const applyGainMap = (pixels: Pixels, { width: across, height: down, gain, colour }: GainMap): void => {
  const { data, width, height, channels } = pixels
  const gains = new Float32Array(across)
  const colours = new Float32Array(across)
  const pitch = across / width
  for (let y = 0, at = 0; y < height; y++) {
    const row = ((y + 0.5) * down) / height - 0.5
    gridRow(gain, across, down, row, gains)
    gridRow(colour, across, down, row, colours)
    for (let x = 0; x < width; x++, at += channels) {
      const place = Math.max(0, Math.min(across - 1, (x + 0.5) * pitch - 0.5))
      const left = place | 0
      const right = Math.min(across - 1, left + 1)
      const share = place - left
      const g = gains[left] + (gains[right] - gains[left]) * share
      const k = colours[left] + (colours[right] - colours[left]) * share
      if (g === 1 && k === 1) continue
      const [r, green, b] = [data[at], data[at + 1], data[at + 2]]
      const luma = lumaOf(r, green, b)
      const most = Math.max(r, green, b) - luma
      const least = Math.min(r, green, b) - luma
      // Only what was clipped may stay so. Rounding can also lift white above 255, and such a byte wraps to black.
      const end = Math.max(UNCLIPPED, luma + most)
      const lit = Math.min(end, g > 1 ? (luma * g) / (1 + ((g - 1) * luma) / 255) : luma * g)
      let scale = luma > 0 ? (lit / luma) * k : k
      if (most > 0 && lit + most * scale > end) scale = (end - lit) / most
      if (least < 0 && lit + least * scale < 0) scale = lit / -least
      data[at] = lit + (r - luma) * scale + 0.5
      data[at + 1] = lit + (green - luma) * scale + 0.5
      data[at + 2] = lit + (b - luma) * scale + 0.5
    }
  }
}
