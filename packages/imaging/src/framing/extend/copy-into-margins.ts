import type { Size } from '../../raster/geometry.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Insets, Side } from './open-sides.ts'

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
  for (let y = Math.max(0, -insets.top); y < Math.min(height, height + insets.bottom); y++) {
    const start = ((y + insets.top) * size.width + from + insets.left) * channels
    out.set(data.subarray((y * width + from) * channels, (y * width + to) * channels), start)
  }
  const wide = { data: out, ...size, channels }
  if (paint) paintMargins(wide, insets, paint)
  return wide
}

/**
 * Paints the margins of a picture, in place.
 *
 * @param insets the margins, those that were cut off below 0
 */
export function paintMargins({ data, width, height, channels }: Pixels, insets: Insets, paint: PaintStretch): void {
  const right = width - insets.left - insets.right
  const bottom = height - insets.top - insets.bottom
  for (let row = 0; row < height; row++) {
    const y = row - insets.top
    const start = row * width * channels
    if (y < 0 || y >= bottom) paint(data, start, -insets.left, width - insets.left, y)
    else {
      if (insets.left > 0) paint(data, start, -insets.left, 0, y)
      if (insets.right > 0) paint(data, start + (right + insets.left) * channels, right, right + insets.right, y)
    }
  }
}

/** The side of the photo at which a stretch lies that ends at `right`; the corners belong to the top and the bottom. */
export const sideOf = ({ height }: Size, right: number, y: number): Side =>
  y < 0 ? 'top' : y >= height ? 'bottom' : right <= 0 ? 'left' : 'right'
