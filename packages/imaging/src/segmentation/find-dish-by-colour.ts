import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../raster/geometry.ts'
import { lumaOf } from '../raster/luma.ts'
import { type BinaryMask, closeMask, fillHoles, labelComponents, openMask } from '../raster/masks/binary-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { borderColours, type Colour, distanceToNearest } from './border-colours.ts'
import { type Dish, scaleDish } from './dish.ts'

/** Long side of the copy in which the dish is looked for; its place is not wanted any finer. */
const SIDE = 160
/** How deep the rim is that shows what the dish lies on, as a share of the short side. */
const BORDER_DEPTH = 0.06
/** Colours closer to the surroundings than this are the surroundings. */
const MIN_SALIENCY = 0.03
/** A region smaller than this share of the picture is a detail of the dish, not the dish. */
const MIN_AREA = 0.04
/** The doubt about something that was found after all. */
const MAX_DOUBT = 0.95

/** A dish that was found by colour. */
export interface DishByColour extends Dish {
  /**
   * How likely it is that this is not the dish, or not all of it, 0–1: another threshold would give another box, a white
   * plate may have passed for the table, other things stand out too, the box ends at a border. 1 where nothing stands out.
   */
  readonly doubt: number
}

/**
 * Where the dish is, plate included: the region in the middle that the colours of the picture's rim do not explain, its
 * holes filled and thin things that stick out of it (chopsticks, handles, stems) left aside. No model; where nothing
 * stands out the answer is the middle of the picture.
 *
 * @param analysisCopy the small copy, RGB
 * @returns a box and a point in the small copy's pixels
 */
export const findDishByColour = (analysisCopy: Pixels): DishByColour => {
  const small = averageBlocks(analysisCopy)
  const { colours, width, height } = small
  const rim = borderPixels(small)
  const backgrounds = borderColours(rim)
  const saliency = Float32Array.from(
    colours,
    (colour, i) => distanceToNearest(colour, backgrounds) * foodWeight(colour) * centreWeight(i, width, height),
  )
  capOutliers(saliency)
  const threshold = Math.max(MIN_SALIENCY, otsuThreshold(saliency))
  const radius = Math.max(1, Math.round(Math.min(width, height) * 0.025))
  const boxAtThreshold = (least: number): Box | undefined => {
    const mask: BinaryMask = { bits: Uint8Array.from(saliency, (value) => (value > least ? 1 : 0)), width, height }
    return mainRegion(openMask(fillHoles(closeMask(mask, radius)), radius * 2), saliency)
  }
  const box = boxAtThreshold(threshold)
  if (!box) return { ...scaleDish(withHeart(centreBox(width, height), saliency, small), small, analysisCopy), doubt: 1 }
  const stability = Math.min(
    boxOverlap(box, boxAtThreshold(0.75 * threshold)),
    boxOverlap(box, boxAtThreshold(1.3 * threshold)),
  )
  const certainty =
    (1 - clamp(3 * (0.99 - stability), 0, 1)) *
    (1 - smoothstep(0.25, 0.5, paleShare(rim))) *
    (1 - smoothstep(0.05, 0.2, clutter(saliency, box, threshold, small))) *
    0.65 ** countBordersTouched(box, small)
  return { ...scaleDish(withHeart(box, saliency, small), small, analysisCopy), doubt: MAX_DOUBT * (1 - certainty) }
}

/** How much two boxes have in common, 0–1. */
function boxOverlap(a: Box, b: Box | undefined): number {
  if (!b) return 0
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (a.width * a.height + b.width * b.height - both)
}

/** At how many sides it may go on where the photo ends. */
const countBordersTouched = ({ left, top, width, height }: Box, whole: Size): number =>
  [left < 1, top < 1, left + width > whole.width - 1, top + height > whole.height - 1].filter(Boolean).length

/** How much of the rim is as pale as plates are, which then pass for the table. */
const paleShare = (rim: readonly Colour[]): number =>
  rim.filter(([light, red, blue]) => light > 0.6 && Math.hypot(red, blue) < 0.12).length / rim.length

/** How much of what stands out is outside the box. */
function clutter(odd: Float32Array, box: Box, threshold: number, { width }: ColourGrid): number {
  let [all, outside] = [0, 0]
  odd.forEach((value, i) => {
    if (value <= threshold) return
    const x = i % width
    const y = Math.floor(i / width)
    all += value
    if (x < box.left || x >= box.left + box.width || y < box.top || y >= box.top + box.height) outside += value
  })
  return all === 0 ? 0 : outside / all
}

/** Adds where most of what stands out in the box is, the middle of the picture first. */
function withHeart(box: Box, odd: Float32Array, { width, height }: ColourGrid): Dish {
  let [total, across, down] = [0, 0, 0]
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const i = y * width + x
      const weight = odd[i] * centreWeight(i, width, height) + 1e-9
      total += weight
      across += weight * (x + 0.5)
      down += weight * (y + 0.5)
    }
  }
  return { ...box, focus: { x: across / total, y: down / total } }
}

interface ColourGrid extends Size {
  readonly colours: readonly Colour[]
}

/** Averages blocks of pixels and tells lightness from colour. */
function averageBlocks({ data, width, height, channels }: Pixels): ColourGrid {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / SIDE))
  const across = Math.ceil(width / step)
  const down = Math.ceil(height / step)
  const colours: Colour[] = []
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
      const whole = 255 * count
      colours.push([lumaOf(r, g, b) / whole, (r - g) / whole, (b - (r + g) / 2) / whole])
    }
  }
  return { colours, width: across, height: down }
}

function borderPixels({ colours, width, height }: ColourGrid): Colour[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) * BORDER_DEPTH))
  return colours.filter((_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return x < depth || x >= width - depth || y < depth || y >= height - depth
  })
}

/** A mild preference for the middle: 1 there, about a third in the corners. */
function centreWeight(i: number, width: number, height: number): number {
  const u = ((i % width) + 0.5) / width - 0.5
  const v = (Math.floor(i / width) + 0.5) / height - 0.5
  return Math.exp(-(u * u + v * v) / (2 * 0.48 * 0.48))
}

/** Next to no food is blue, and a great many napkins are. */
const foodWeight = ([, , blueness]: Colour): number => (blueness > 0.12 ? 0.3 : 1)

/** Brings the oddest tenth down to where it begins: neon chopsticks must not make a white bowl look like the table. */
function capOutliers(odd: Float32Array): void {
  const most = Float32Array.from(odd).sort()[Math.floor(odd.length * 0.9)] ?? 0
  for (let i = 0; i < odd.length; i++) odd[i] = Math.min(odd[i], most)
}

/** The threshold that parts values best into two kinds (Otsu 1979), over 64 bins. */
function otsuThreshold(values: Float32Array): number {
  const top = values.reduce((most, value) => Math.max(most, value), 0)
  if (top <= 0) return 0
  const bins = new Float64Array(64)
  for (const value of values) {
    const bin = Math.min(63, Math.floor((value / top) * 64))
    bins[bin] += 1
  }
  const total = bins.reduce((sum, count, bin) => sum + count * bin, 0)
  let [best, at, below, belowSum] = [-1, 0, 0, 0]
  for (let bin = 0; bin < 63; bin++) {
    below += bins[bin]
    belowSum += bin * bins[bin]
    const above = values.length - below
    if (below === 0 || above === 0) continue
    const between = below * above * (belowSum / below - (total - belowSum) / above) ** 2
    if (between > best) [best, at] = [between, bin]
  }
  return ((at + 1) / 64) * top
}

/** The box of the region that stands out most, together with any that is nearly as large: two plates are one dish. */
function mainRegion(mask: BinaryMask, odd: Float32Array): Box | undefined {
  const { width, height } = mask
  const { labels, count } = labelComponents(mask, 1)
  const regions = Array.from({ length: count }, () => ({ area: 0, mass: 0, x: [width, -1], y: [height, -1] }))
  labels.forEach((label, i) => {
    const region = regions[label - 1]
    if (!region) return
    const x = i % width
    const y = Math.floor(i / width)
    region.area++
    region.mass += odd[i]
    region.x = [Math.min(region.x[0], x), Math.max(region.x[1], x)]
    region.y = [Math.min(region.y[0], y), Math.max(region.y[1], y)]
  })
  const most = regions.reduce((best, { mass }) => Math.max(best, mass), 0)
  const main = regions.filter(({ area, mass }) => mass >= 0.6 * most && area >= MIN_AREA * width * height)
  if (main.length === 0) return undefined
  const left = Math.min(...main.map(({ x }) => x[0]))
  const top = Math.min(...main.map(({ y }) => y[0]))
  const right = Math.max(...main.map(({ x }) => x[1]))
  const bottom = Math.max(...main.map(({ y }) => y[1]))
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Where nothing stands out: the middle half, which any crop holds. */
const centreBox = (width: number, height: number): Box => ({
  left: Math.floor(width / 4),
  top: Math.floor(height / 4),
  width: Math.max(1, Math.ceil(width / 2)),
  height: Math.max(1, Math.ceil(height / 2)),
})
