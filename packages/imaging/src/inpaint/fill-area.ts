import { cornerWeights } from '../patch-match/corner-weights.ts'
import { fillHole } from '../patch-match/fill-hole.ts'
import { poissonBlend } from '../patch-match/poisson-blend.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { createWorkingCopy, type FillMask, type WorkingCopy } from './working-copy.ts'

export interface FillResult {
  /** `patches` where texture was copied, `soft` where too little was known to copy any. */
  readonly by: 'patches' | 'soft'
  /** How many times smaller the copy was on which the filling was searched. */
  readonly reduce: number
}

/**
 * Fills an area of a picture from its surroundings. Texture and light continue, and no pixel outside the area changes.
 *
 * @param pixels changed in place
 * @param mask of the size of the picture
 * @returns undefined if the mask has no hole
 */
export function fillArea(pixels: Pixels, mask: FillMask): FillResult | undefined {
  const copy = createWorkingCopy(pixels, mask)
  if (!copy) return undefined
  const filling = fillHole(copy.canvas)
  applyFill(pixels, mask.hole, copy, filling && { sources: filling.sources, change: poissonBlend(filling) })
  return { by: filling ? 'patches' : 'soft', reduce: copy.reduce }
}

/** Where the copy takes each of its pixels from, and what is added to the three colours there. */
interface FillSources {
  readonly sources: Int32Array
  readonly change: Float32Array
}

/**
 * Applies a filling to the full-size picture: every pixel of the hole is copied from as far away as its place on the small
 * copy was, so that grain and texture stay. Where neighbours on the copy disagree, both are blended.
 *
 * @param pixels changed in place, only where `hole` is above 0, and by as much as it says (255: wholly)
 * @param copies undefined if too little is known to copy; the soft colours of the copy are used then
 */
function applyFill(pixels: Pixels, hole: Uint8Array, copy: WorkingCopy, copies: FillSources | undefined): void {
  const { data, width, channels } = pixels
  const { region, reduce, canvas } = copy
  const addCorner = copies ? copiedCorner(pixels, copy, copies) : softCorner(copy)
  const weights = new Float32Array(4)
  const sum = new Float64Array(4)
  for (let y = region.top; y < region.top + region.height; y++) {
    const v = clamp((y - region.top + 0.5) / reduce - 0.5, 0, canvas.height - 1)
    const upper = Math.floor(v)
    const lower = Math.min(upper + 1, canvas.height - 1)
    for (let x = region.left; x < region.left + region.width; x++) {
      const level = hole[y * width + x]
      if (level === 0) continue
      const u = clamp((x - region.left + 0.5) / reduce - 0.5, 0, canvas.width - 1)
      const left = Math.floor(u)
      const right = Math.min(left + 1, canvas.width - 1)
      cornerWeights(u - left, v - upper, weights)
      sum.fill(0)
      for (let k = 0; k < 4; k++) {
        if (weights[k] === 0) continue
        const corner = (k < 2 ? upper : lower) * canvas.width + (k % 2 === 0 ? left : right)
        addCorner(sum, corner, weights[k], x, y)
      }
      const total = sum[3]
      if (total === 0) continue
      const to = (y * width + x) * channels
      for (let c = 0; c < 3; c++) data[to + c] = blended(data[to + c], sum[c] / total, level / 255)
    }
  }
}

/** Adds the weighted colour that a pixel of the copy stands for at a position of the picture, and its weight. */
type AddCorner = (sum: Float64Array, corner: number, weight: number, x: number, y: number) => void

function softCorner({ canvas: { colours } }: WorkingCopy): AddCorner {
  return (sum, corner, weight) => {
    for (let c = 0; c < 3; c++) sum[c] += weight * colours[3 * corner + c]
    sum[3] += weight
  }
}

function copiedCorner(
  { data, width, channels }: Pixels,
  { canvas, region, reduce }: WorkingCopy,
  { sources, change }: FillSources,
): AddCorner {
  const [bottom, right] = [region.top + region.height - 1, region.left + region.width - 1]
  return (sum, corner, weight, x, y) => {
    const source = sources[corner]
    // Outside the hole the copy has no source.
    if (source === corner) return
    const across = ((source % canvas.width) - (corner % canvas.width)) * reduce
    const down = (Math.floor(source / canvas.width) - Math.floor(corner / canvas.width)) * reduce
    const from = (clamp(y + down, region.top, bottom) * width + clamp(x + across, region.left, right)) * channels
    for (let c = 0; c < 3; c++) sum[c] += weight * (data[from + c] + change[3 * corner + c])
    sum[3] += weight
  }
}

const blended = (before: number, after: number, share: number): number =>
  clamp(Math.round(before + (after - before) * share), 0, 255)
