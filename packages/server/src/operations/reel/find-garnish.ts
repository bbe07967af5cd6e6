import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'

/** The picture is looked at in cells; so many lie across the dish. */
const CELLS = 24
/** How much greener than red and blue a fresh leaf is at least, of 255. */
const GREEN = 18
/** Share of the cells of a window that must be green, and how wide the window is in cells. */
const LEAST = 0.25
const WINDOW = 4

/** The greenest place on a dish; undefined if nothing on it is green. */
export function findGarnish(photo: Pixels, box: Box): { x: number; y: number } | undefined {
  const step = Math.max(box.width, box.height) / CELLS
  const [across, down] = [Math.ceil(box.width / step), Math.ceil(box.height / step)]
  const isGreen = (column: number, row: number): boolean => {
    const x = Math.floor(box.left + (column + 0.5) * step)
    const y = Math.floor(box.top + (row + 0.5) * step)
    if (x < 0 || y < 0 || x >= photo.width || y >= photo.height) return false
    const i = photo.channels * (y * photo.width + x)
    const [red = 0, green = 0, blue = 0] = photo.data.subarray(i, i + 3)
    return green - Math.max(red, blue) >= GREEN
  }
  let best = { x: 0, y: 0, count: 0 }
  for (let row = 0; row + WINDOW <= down; row++) {
    for (let column = 0; column + WINDOW <= across; column++) {
      let count = 0
      for (let y = 0; y < WINDOW; y++) for (let x = 0; x < WINDOW; x++) if (isGreen(column + x, row + y)) count++
      if (count > best.count) best = { x: column + WINDOW / 2, y: row + WINDOW / 2, count }
    }
  }
  if (best.count < LEAST * WINDOW ** 2) return undefined
  return { x: box.left + best.x * step, y: box.top + best.y * step }
}
