import type { Box } from './geometry.ts'
import type { Pixels } from './pixels.ts'

/**
 * Crops a cut-out to a window that may reach beyond its borders; there the result is transparent.
 *
 * @param window in the picture's pixels; left and top may be negative
 */
export function cropOntoCanvas({ data, width, height }: Pixels, window: Box): Pixels {
  const out = new Uint8Array(4 * window.width * window.height)
  const from = Math.max(0, window.left)
  const to = Math.min(width, window.left + window.width)
  for (let y = Math.max(0, window.top); y < Math.min(height, window.top + window.height); y++) {
    if (to <= from) break
    out.set(
      data.subarray(4 * (y * width + from), 4 * (y * width + to)),
      4 * ((y - window.top) * window.width + from - window.left),
    )
  }
  return { data: out, width: window.width, height: window.height, channels: 4 }
}
