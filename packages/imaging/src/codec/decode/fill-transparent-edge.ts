import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** Rows and columns at each border of a picture that are its edge. */
const EDGE = 2

/**
 * Makes a photo opaque that is transparent only at its very edge, as some programs leave it when they scale or turn it. Each pixel
 * of the edge gets the colour of the nearest one within. Otherwise such a photo would count as a cut-out, and a JPEG of it would have
 * a white line. It works in place and returns a part of the same buffer.
 *
 * @returns the same picture if it is opaque, or transparent anywhere else
 */
export function fillTransparentEdge(pixels: Pixels): Pixels {
  const { data, width, height, channels } = pixels
  if (channels === 3 || Math.min(width, height) <= 2 * EDGE) return pixels
  for (let y = EDGE; y < height - EDGE; y++) {
    const row = y * width
    for (let x = EDGE; x < width - EDGE; x++) if (data[4 * (row + x) + 3] < 255) return pixels
  }
  for (let y = 0; y < height; y++) {
    const isWithin = y >= EDGE && y < height - EDGE
    for (let x = 0; x < width; x += isWithin && x === EDGE - 1 ? width - 2 * EDGE + 1 : 1) {
      const at = 4 * (y * width + x)
      if (data[at + 3] === 255) continue
      const within = clamp(y, EDGE, height - EDGE - 1) * width + clamp(x, EDGE, width - EDGE - 1)
      data.copyWithin(at, 4 * within, 4 * within + 3)
    }
  }
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    for (let c = 0; c < 3; c++) data[to + c] = data[from + c]
  }
  return { data: data.subarray(0, width * height * 3), width, height, channels: 3 }
}
