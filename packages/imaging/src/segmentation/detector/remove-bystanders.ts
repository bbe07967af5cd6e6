import type { Box } from '../../raster/geometry.ts'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import type { CocoClass } from './coco-classes.ts'
import type { DetectedObject } from './detect-objects.ts'

/** What stands on a table and is not the dish. */
export const BYSTANDERS: ReadonlySet<CocoClass> = new Set<CocoClass>([
  ...(['person', 'bottle', 'wine glass', 'cup', 'fork', 'knife', 'spoon', 'chair', 'cell phone', 'book'] as const),
  ...(['vase', 'scissors', 'potted plant', 'laptop', 'remote', 'clock'] as const),
])
/** Score from which a bystander counts. */
const MIN_SCORE = 0.3
/** Share of a component that must lie in a bystander's box, and the largest share of the main component it may have. */
const MIN_INSIDE = 0.8
const MAX_SHARE = 0.35
const MIN_ALPHA = 96
/** How far in pixels the soft rim of a component reaches. */
const SOFT_RIM = 3

/**
 * Removes separate things from a mask that a detector recognises as no part of a dish, such as a fork beside the plate. The
 * largest component always stays: a cup can be the dish.
 */
export function removeBystanders(mask: SoftMask, objects: readonly DetectedObject[]): SoftMask {
  const boxes = objects.filter(({ label, score }) => BYSTANDERS.has(label) && score >= MIN_SCORE).map(({ box }) => box)
  if (boxes.length === 0) return mask
  const { width, height } = mask
  const { labels, count, areas } = labelComponents(thresholdMask(mask, MIN_ALPHA), 1)
  const largest = Math.max(0, ...areas.subarray(1))
  const removed = new Set<number>()
  for (const box of boxes) {
    const inside = new Int32Array(count + 1)
    forEachIn(box, width, (i) => inside[labels[i]]++)
    for (let label = 1; label <= count; label++) {
      if (inside[label] >= MIN_INSIDE * areas[label] && areas[label] <= MAX_SHARE * largest) removed.add(label)
    }
  }
  if (removed.size === 0) return mask
  const gone = maskBits(labels.length, (i) => removed.has(labels[i]))
  const around = dilate({ bits: gone, width, height }, SOFT_RIM).bits
  const alpha = mask.alpha.map((value, i) => (gone[i] || (around[i] && labels[i] === 0) ? 0 : value))
  return { ...mask, alpha }
}

function forEachIn({ left, top, width, height }: Box, stride: number, visit: (index: number) => void): void {
  for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) visit(y * stride + x)
}
