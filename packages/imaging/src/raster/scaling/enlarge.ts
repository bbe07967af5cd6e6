import type { Pixels } from '../pixels.ts'
import { resample, type Scale } from './resample.ts'
import { sharpenEnlarged } from './sharpen-enlarged.ts'

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
