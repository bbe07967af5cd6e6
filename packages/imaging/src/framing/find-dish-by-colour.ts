import { borderColours } from '../colour/border-colours.ts'
import { distanceToNearest, type OpponentColour, opponentColour } from '../colour/opponent-colour.ts'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { type Box, boxOverlap, type Size } from '../raster/geometry.ts'
import { fillHoles, labelComponents } from '../raster/masks/mask-components.ts'
import { closeMask, openMask } from '../raster/masks/morphology.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Dish, scaleDish } from './dish.ts'

/** Saliency below which a colour counts as surroundings. */
const MIN_SALIENCY = 0.03
/** A region with a smaller share of the picture is a detail, not a dish. */
const MIN_AREA = 0.04
/** A region with this share of the largest region's saliency belongs to the dish too: two plates are one dish. */
const SECOND_REGION = 0.6
/** The highest doubt about a dish that was found. */
const MAX_DOUBT = 0.95
/** What certainty is multiplied with for each border of the picture that the box touches. */
const AT_BORDER = 0.65

/** A dish that was found by colour. */
export interface DishByColour extends Dish {
  /**
   * How likely it is that the box is wrong or incomplete, 0–1. It rises where another threshold gives another box, a white
   * plate may have passed for the table, other things stand out too, or the box ends at a border. It is 1 where nothing
   * stands out.
   */
  readonly doubt: number
}

/**
 * Finds the dish by colour: the region near the middle whose colours are not those of the picture's border. Holes are
 * filled, and thin things that stick out (chopsticks, handles, stems) are left out. Where nothing stands out the result is
 * the middle of the picture.
 *
 * @param analysisCopy RGB
 * @returns in pixels of the analysis copy
 */
export const findDishByColour = (analysisCopy: Pixels): DishByColour => {
  const grid = colourGrid(analysisCopy)
  const border = borderOf(grid)
  const saliency = saliencyOf(grid, borderColours(border))
  const threshold = Math.max(MIN_SALIENCY, otsuThreshold(saliency))
  const located = (box: Box) => scaleDish(withFocus(box, saliency, grid), grid, analysisCopy)
  const box = boxAbove(saliency, grid, threshold)
  if (!box) return { ...located(centreBox(grid)), doubt: 1 }
  const stability = Math.min(
    boxOverlap(boxAbove(saliency, grid, 0.75 * threshold), box),
    boxOverlap(boxAbove(saliency, grid, 1.3 * threshold), box),
  )
  const certainty =
    (1 - clamp(3 * (0.99 - stability), 0, 1)) *
    (1 - smoothstep(0.25, 0.5, paleShare(border))) *
    (1 - smoothstep(0.05, 0.2, clutter(saliency, box, threshold, grid))) *
    AT_BORDER ** countBordersTouched(box, grid)
  return { ...located(box), doubt: MAX_DOUBT * (1 - certainty) }
}

/** How much each cell stands out: distance from the surroundings, weighted towards food colours and the middle. */
function saliencyOf({ colours, width, height }: ColourGrid, surroundings: readonly OpponentColour[]): Float32Array {
  const saliency = Float32Array.from(
    colours,
    (colour, i) => distanceToNearest(colour, surroundings) * foodWeight(colour) * centreWeight(i, { width, height }),
  )
  // The highest tenth is capped: neon chopsticks must not make a white bowl look like the table.
  const cap = Float32Array.from(saliency).sort()[Math.floor(saliency.length * 0.9)] ?? 0
  return saliency.map((value) => Math.min(value, cap))
}

/** Hardly any food is blue, and many napkins are. */
const foodWeight = ([, , blueness]: OpponentColour): number => (blueness > 0.12 ? 0.3 : 1)

/** A mild preference for the middle: 1 there, about a third in the corners. */
function centreWeight(i: number, { width, height }: Size): number {
  const u = ((i % width) + 0.5) / width - 0.5
  const v = (Math.floor(i / width) + 0.5) / height - 0.5
  return Math.exp(-(u * u + v * v) / (2 * 0.48 * 0.48))
}

/** The box of the main regions above a threshold, cleaned up by morphology. */
function boxAbove(saliency: Float32Array, { width, height }: Size, threshold: number): Box | undefined {
  const radius = Math.max(1, Math.round(Math.min(width, height) * 0.025))
  const bits = Uint8Array.from(saliency, (value) => (value > threshold ? 1 : 0))
  const mask = openMask(fillHoles(closeMask({ bits, width, height }, radius)), radius * 2)
  const { labels, count } = labelComponents(mask, 1)
  const regions = Array.from({ length: count }, () => ({ area: 0, mass: 0, x: [width, -1], y: [height, -1] }))
  labels.forEach((label, i) => {
    const region = regions[label - 1]
    if (!region) return
    const x = i % width
    const y = Math.floor(i / width)
    region.area++
    region.mass += saliency[i]
    region.x = [Math.min(region.x[0], x), Math.max(region.x[1], x)]
    region.y = [Math.min(region.y[0], y), Math.max(region.y[1], y)]
  })
  const most = regions.reduce((best, { mass }) => Math.max(best, mass), 0)
  const main = regions.filter(({ area, mass }) => mass >= SECOND_REGION * most && area >= MIN_AREA * width * height)
  if (main.length === 0) return undefined
  const left = Math.min(...main.map(({ x }) => x[0]))
  const top = Math.min(...main.map(({ y }) => y[0]))
  const right = Math.max(...main.map(({ x }) => x[1]))
  const bottom = Math.max(...main.map(({ y }) => y[1]))
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** The middle half, which every crop holds. */
const centreBox = ({ width, height }: Size): Box => ({
  left: Math.floor(width / 4),
  top: Math.floor(height / 4),
  width: Math.max(1, Math.ceil(width / 2)),
  height: Math.max(1, Math.ceil(height / 2)),
})

/** Adds the point where most of the saliency lies, weighted towards the middle of the picture. */
function withFocus(box: Box, saliency: Float32Array, { width, height }: Size): Dish {
  let [total, across, down] = [0, 0, 0]
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const i = y * width + x
      const weight = saliency[i] * centreWeight(i, { width, height }) + 1e-9
      total += weight
      across += weight * (x + 0.5)
      down += weight * (y + 0.5)
    }
  }
  return { ...box, focus: { x: across / total, y: down / total } }
}

/** Share of the border that is as pale as plates are. A plate on such a table passes for the table. */
const paleShare = (border: readonly OpponentColour[]): number =>
  border.filter(([light, red, blue]) => light > 0.6 && Math.hypot(red, blue) < 0.12).length / border.length

/** Share of the saliency above the threshold that lies outside the box. */
function clutter(saliency: Float32Array, box: Box, threshold: number, { width }: Size): number {
  let [all, outside] = [0, 0]
  saliency.forEach((value, i) => {
    if (value <= threshold) return
    const x = i % width
    const y = Math.floor(i / width)
    all += value
    if (x < box.left || x >= box.left + box.width || y < box.top || y >= box.top + box.height) outside += value
  })
  return all === 0 ? 0 : outside / all
}

/** At how many borders of the picture the dish may continue outside. */
const countBordersTouched = ({ left, top, width, height }: Box, whole: Size): number =>
  [left < 1, top < 1, left + width > whole.width - 1, top + height > whole.height - 1].filter(Boolean).length

/** Long side of the grid. A dish need not be located any finer. */
const SIDE = 160
/** Depth of the border that shows what the dish stands on, as a share of the short side. */
const BORDER_DEPTH = 0.06

/** A picture as a small grid of mean colours. */
interface ColourGrid extends Size {
  readonly colours: readonly OpponentColour[]
}

/** Averages the pixels of each block. */
function colourGrid({ data, width, height, channels }: Pixels): ColourGrid {
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
function borderOf({ colours, width, height }: ColourGrid): OpponentColour[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) * BORDER_DEPTH))
  return colours.filter((_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return x < depth || x >= width - depth || y < depth || y >= height - depth
  })
}

const BINS = 64

/** The threshold that separates values best into two classes (Otsu 1979). 0 where no value is above 0. */
function otsuThreshold(values: Float32Array): number {
  const top = values.reduce((most, value) => Math.max(most, value), 0)
  if (top <= 0) return 0
  const bins = new Float64Array(BINS)
  for (const value of values) bins[Math.min(BINS - 1, Math.floor((value / top) * BINS))]++
  const total = bins.reduce((sum, count, bin) => sum + count * bin, 0)
  let [best, at, below, belowSum] = [-1, 0, 0, 0]
  for (let bin = 0; bin < BINS - 1; bin++) {
    below += bins[bin]
    belowSum += bin * bins[bin]
    const above = values.length - below
    if (below === 0 || above === 0) continue
    const between = below * above * (belowSum / below - (total - belowSum) / above) ** 2
    if (between > best) [best, at] = [between, bin]
  }
  return ((at + 1) / BINS) * top
}
