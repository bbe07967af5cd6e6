import { clamp } from '../clamp-and-smoothstep.ts'
import type { Plane } from './plane.ts'

/**
 * Interpolates a row of a small plane to the width of a picture.
 *
 * @param y the row in the picture
 * @param rows height of the picture
 * @param row is filled; its length is the width of the picture
 */
export const interpolateRow = ({ data, width, height }: Plane, y: number, rows: number, row: Float32Array): void => {
  const at = clamp(((y + 0.5) * height) / rows - 0.5, 0, height - 1)
  const upper = Math.floor(at) * width
  const lower = Math.min(height - 1, Math.floor(at) + 1) * width
  const down = at - Math.floor(at)
  for (let x = 0; x < row.length; x++) {
    const place = clamp(((x + 0.5) * width) / row.length - 0.5, 0, width - 1)
    const left = Math.floor(place)
    const right = Math.min(width - 1, left + 1)
    const across = place - left
    const a = data[upper + left] * (1 - across) + data[upper + right] * across
    const b = data[lower + left] * (1 - across) + data[lower + right] * across
    row[x] = a + (b - a) * down
  }
}
