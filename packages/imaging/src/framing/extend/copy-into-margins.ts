import type { Pixels } from '../../raster/pixels.ts'
import type { Insets } from './open-sides.ts'

/**
 * Writes a stretch of a row outside a photo.
 *
 * @param start where it begins in `out`
 * @param left, right, y its place in the photo's coordinates
 */
export type PaintStretch = (out: Uint8Array, start: number, left: number, right: number, y: number) => void

/** Lays a photo into its new size and paints the margins. Without `paint`, new pixels stay transparent, or black. */
export function copyIntoMargins(pixels: Pixels, insets: Insets, paint?: PaintStretch): Pixels {
  const { data, width, height, channels } = pixels
  const size = { width: width + insets.left + insets.right, height: height + insets.top + insets.bottom }
  const out = new Uint8Array(size.width * size.height * channels)
  const [from, to] = [Math.max(0, -insets.left), Math.min(width, width + insets.right)]
  for (let y = 0; y < size.height; y++) {
    const v = y - insets.top
    const inside = v >= 0 && v < height
    const row = y * size.width * channels
    if (inside) {
      const start = row + (from + insets.left) * channels
      out.set(data.subarray((v * width + from) * channels, (v * width + to) * channels), start)
    }
    if (!paint) continue
    if (!inside) paint(out, row, -insets.left, width + insets.right, v)
    else {
      if (insets.left > 0) paint(out, row, -insets.left, 0, v)
      if (insets.right > 0) paint(out, row + (width + insets.left) * channels, width, width + insets.right, v)
    }
  }
  return { data: out, ...size, channels }
}
