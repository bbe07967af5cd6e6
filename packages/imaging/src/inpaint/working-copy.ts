import { type Canvas, EXCLUDED, HOLE, KNOWN } from '../patch-match/fill-canvas.ts'
import { pushPullFill } from '../patch-match/push-pull-fill.ts'
import { type Box, growBox } from '../raster/geometry.ts'
import { maskBox } from '../raster/masks/mask-box.ts'
import type { Pixels } from '../raster/pixels.ts'

/** Most pixels of the hole, and of the whole copy. More would take seconds and show little. */
const MAX_HOLE = 120_000
const MAX_PIXELS = 900_000
/** How far around a hole its surroundings reach: multiples of its size, and at least this many pixels. */
const AROUND = 1
const MIN_AROUND = 120

/** The part of a picture around its hole, reduced by a whole number, so that every copy falls on whole pixels. */
export interface WorkingCopy {
  readonly canvas: Canvas
  /** Its position in the picture. */
  readonly region: Box
  /** How many pixels of the picture a pixel of the copy is wide. */
  readonly reduce: number
}

/** What to do with each pixel of a picture. */
export interface FillMask {
  /** Pixels above 0 are filled. */
  readonly hole: Uint8Array
  /** Pixels above 0 are never copied; undefined if all may be. */
  readonly excluded?: Uint8Array | undefined
}

/**
 * Makes the working copy of a hole and its surroundings, with a first guess of its colours; undefined without a hole.
 */
export function createWorkingCopy(pixels: Pixels, mask: FillMask): WorkingCopy | undefined {
  const box = maskBox(mask.hole, pixels, 1)
  if (!box) return undefined
  const region = withSurroundings(box, pixels)
  let holePixels = 0
  for (const value of mask.hole) if (value !== 0) holePixels++
  const reduce = Math.max(
    1,
    Math.ceil(Math.sqrt(holePixels / MAX_HOLE)),
    Math.ceil(Math.sqrt((region.width * region.height) / MAX_PIXELS)),
  )
  const canvas = averageBlocks(pixels, mask, region, reduce)
  pushPullFill(canvas)
  return { canvas, region, reduce }
}

function withSurroundings(box: Box, picture: Pixels): Box {
  const more = Math.max(MIN_AROUND, Math.round(AROUND * Math.max(box.width, box.height)))
  return growBox(box, more, more, picture)
}

/**
 * Each pixel is the mean of a block. It is a hole if any pixel of the block is, else excluded if any is, else known.
 */
function averageBlocks(
  { data, width, channels }: Pixels,
  { hole, excluded }: FillMask,
  region: Box,
  reduce: number,
): Canvas {
  const across = Math.ceil(region.width / reduce)
  const down = Math.ceil(region.height / reduce)
  const colours = new Float32Array(3 * across * down)
  const kinds = new Uint8Array(across * down)
  for (let y = 0, to = 0; y < down; y++) {
    const [top, bottom] = [region.top + y * reduce, Math.min(region.top + region.height, region.top + (y + 1) * reduce)]
    for (let x = 0; x < across; x++, to++) {
      const [left, right] = [
        region.left + x * reduce,
        Math.min(region.left + region.width, region.left + (x + 1) * reduce),
      ]
      let [red, green, blue] = [0, 0, 0]
      let [isHole, isExcluded] = [false, false]
      for (let v = top; v < bottom; v++) {
        for (let u = left; u < right; u++) {
          const at = v * width + u
          const from = at * channels
          red += data[from]
          green += data[from + 1]
          blue += data[from + 2]
          if (hole[at] !== 0) isHole = true
          else if (excluded?.[at] || (channels === 4 && data[from + 3] < 255)) isExcluded = true
        }
      }
      const count = (bottom - top) * (right - left)
      colours[3 * to] = red / count
      colours[3 * to + 1] = green / count
      colours[3 * to + 2] = blue / count
      kinds[to] = isHole ? HOLE : isExcluded ? EXCLUDED : KNOWN
    }
  }
  return { colours, kinds, width: across, height: down }
}
