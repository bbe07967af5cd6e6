import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'

/**
 * The alpha of a dish in its frame, 0–1, averaged onto a smaller copy of the frame. Parts outside the frame are dropped.
 *
 * @param dish RGBA
 * @param at position of its top left corner in the frame
 * @param share size of the copy relative to the frame, at most 1
 */
export function alphaInFrame(dish: Pixels, at: { left: number; top: number }, frame: Size, share: number): Plane {
  const alpha = plane(Math.max(1, Math.round(frame.width * share)), Math.max(1, Math.round(frame.height * share)))
  const columns = cellsOf(frame.width, alpha.width)
  const rows = cellsOf(frame.height, alpha.height)
  for (let y = Math.max(0, -at.top); y < Math.min(dish.height, frame.height - at.top); y++) {
    const row = (rows.cell[y + at.top] ?? 0) * alpha.width
    for (let x = Math.max(0, -at.left); x < Math.min(dish.width, frame.width - at.left); x++) {
      alpha.data[row + (columns.cell[x + at.left] ?? 0)] += dish.data[4 * (y * dish.width + x) + 3] / 255
    }
  }
  for (let y = 0, i = 0; y < alpha.height; y++) {
    for (let x = 0; x < alpha.width; x++, i++) alpha.data[i] /= (columns.size[x] ?? 1) * (rows.size[y] ?? 1)
  }
  return alpha
}

/** The cell of the copy into which each line of the frame falls, and how many lines fall into each cell. */
const cellsOf = (lines: number, cells: number): { cell: Int32Array; size: Int32Array } => {
  const cell = Int32Array.from({ length: lines }, (_, line) => Math.floor((line * cells) / lines))
  const size = new Int32Array(cells)
  for (const at of cell) size[at] += 1
  return { cell, size }
}
