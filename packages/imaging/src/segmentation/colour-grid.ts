import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type OpponentColour, opponentColour } from './opponent-colour.ts'

/** Long side of the grid. A dish need not be located any finer. */
const SIDE = 160
/** Depth of the border that shows what the dish stands on, as a share of the short side. */
const BORDER_DEPTH = 0.06

/** A picture as a small grid of mean colours. */
export interface ColourGrid extends Size {
  readonly colours: readonly OpponentColour[]
}

/** Averages the pixels of each block. */
export function colourGrid({ data, width, height, channels }: Pixels): ColourGrid {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / SIDE))
  const across = Math.ceil(width / step)
  const down = Math.ceil(height / step)
  const colours: OpponentColour[] = []
  for (let by = 0; by < down; by++) {
    for (let bx = 0; bx < across; bx++) {
      let [r, g, b, count] = [0, 0, 0, 0]
      for (let y = by * step; y < Math.min(height, (by + 1) * step); y++) {
        for (let x = bx * step; x < Math.min(width, (bx + 1) * step); x++, count++) {
          const at = (y * width + x) * channels
          r += data[at]
          g += data[at + 1]
          b += data[at + 2]
        }
      }
      colours.push(opponentColour(r, g, b, 255 * count))
    }
  }
  return { colours, width: across, height: down }
}

/** The colours along the border of the picture. */
export function borderOf({ colours, width, height }: ColourGrid): OpponentColour[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) * BORDER_DEPTH))
  return colours.filter((_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return x < depth || x >= width - depth || y < depth || y >= height - depth
  })
}
