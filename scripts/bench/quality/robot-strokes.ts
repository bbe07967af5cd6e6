import { type BinaryMask, bitsWithout, maskBits } from '@platelight/imaging/raster/masks/binary-mask.ts'
import { distanceTransform } from '@platelight/imaging/raster/masks/distance-transform.ts'
import { bitsOfComponents, findComponents } from '@platelight/imaging/raster/masks/mask-components.ts'
import { resizeMask } from '@platelight/imaging/raster/masks/resize-mask.ts'
import { type SoftMask, thresholdMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import type { HintStroke } from '@platelight/imaging/segmentation/subject-strokes.ts'

/** Long side of the copy on which strokes are drawn. */
const SIDE = 512
/** Half the breadth of a finger's stroke, as a share of the short side. What is thinner is not corrected. */
const FINGER = 0.012
/** The share of the greatest depth of a region that every place of a stroke has. */
const MIDDLE = 0.4
const MOST_POINTS = 24

/**
 * The stroke that a careful person draws next: along the middle of the largest region in which a mask is wrong, or along the
 * dish if no wrong region is as broad as a finger. Interactive segmentation is judged by such robots (Nickisch et al. 2010).
 */
export async function nextStroke(mask: SoftMask, truth: SoftMask): Promise<HintStroke> {
  const scale = Math.min(1, SIDE / Math.max(mask.width, mask.height))
  const size = { width: Math.round(scale * mask.width), height: Math.round(scale * mask.height) }
  const copy = async (soft: SoftMask) => thresholdMask({ ...size, alpha: await resizeMask(soft, size) }, 128)
  const [seen, drawn] = [await copy(mask), await copy(truth)]
  const missing = largest({ ...size, bits: bitsWithout(drawn.bits, seen.bits) })
  const surplus = largest({ ...size, bits: bitsWithout(seen.bits, drawn.bits) })
  const [kind, wrong] = missing.area >= surplus.area ? (['keep', missing] as const) : (['drop', surplus] as const)
  const isBroad = wrong.depth.some((depth) => depth >= FINGER * Math.min(size.width, size.height))
  const line = middleLine(isBroad ? wrong.depth : largest(drawn).depth, size.width)
  const every = Math.max(1, (line.length - 1) / (MOST_POINTS - 1))
  const count = Math.min(line.length, MOST_POINTS)
  const points = Array.from({ length: count }, (_, i) => {
    const at = line[Math.round(i * every)] as number
    return { x: ((at % size.width) + 0.5) / size.width, y: (Math.floor(at / size.width) + 0.5) / size.height }
  })
  return { kind: isBroad ? kind : 'keep', points }
}

/** The largest region of a mask: its area, and how deep in it each pixel lies. */
function largest(mask: BinaryMask) {
  const regions = findComponents(mask, 1)
  const area = Math.max(0, ...regions.areas.subarray(1))
  const chosen = regions.areas.map((pixels, label) => (label > 0 && pixels === area ? 1 : 0))
  const depth = distanceTransform({ ...mask, bits: bitsOfComponents(regions, chosen, mask.bits.length) })
  return { area, depth }
}

/** A value of a plane; only pixels within it are asked for. */
const valueAt = (plane: Float32Array | Int32Array, i: number): number => plane[i] as number

/** The pixels of the longest way through the middle of a region. */
function middleLine(depth: Float32Array, width: number): number[] {
  const deepest = depth.reduce((most, value) => Math.max(most, value), 0)
  const isMiddle = maskBits(depth.length, (i) => valueAt(depth, i) >= MIDDLE * deepest && valueAt(depth, i) > 0)
  const start = depth.indexOf(deepest)
  const [end] = farthest(isMiddle, width, start)
  const [other, steps] = farthest(isMiddle, width, end)
  const line = [other]
  while ((line.at(-1) as number) !== end) {
    const last = line.at(-1) as number
    const nearer = neighbours(last, width, depth.length).filter(
      (next) => valueAt(steps, next) === valueAt(steps, last) - 1,
    )
    line.push(nearer.reduce((best, next) => (valueAt(depth, next) > valueAt(depth, best) ? next : best)))
  }
  return line
}

/** The pixel that is farthest from another on a way within a region, and the steps to each pixel; −1 where there is no way. */
function farthest(isIn: Uint8Array, width: number, from: number): [number, Int32Array] {
  const steps = new Int32Array(isIn.length).fill(-1)
  steps[from] = 0
  const queue = [from]
  for (const pixel of queue) {
    for (const next of neighbours(pixel, width, isIn.length)) {
      if (isIn[next] === 0 || valueAt(steps, next) >= 0) continue
      steps[next] = valueAt(steps, pixel) + 1
      queue.push(next)
    }
  }
  return [queue.at(-1) as number, steps]
}

const neighbours = (at: number, width: number, count: number): number[] =>
  [-1, 0, 1]
    .flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, to: at + dy * width + dx })))
    .filter(({ dx, to }) => to !== at && to >= 0 && to < count && Math.abs((to % width) - (at % width) - dx) === 0)
    .map(({ to }) => to)
