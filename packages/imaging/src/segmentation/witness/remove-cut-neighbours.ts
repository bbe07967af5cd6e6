import { borderOf, componentAreas, dilate, labelComponents, maskBits } from '../../raster/masks/binary-mask.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'

/** Share of a mask's area from which on its largest part is the dish that the photo is about. */
const MAIN_SHARE = 0.5
const MIN_ALPHA = 96
/** How far in pixels the soft rim of a part reaches. */
const SOFT_RIM = 3

/**
 * Removes other dishes from a mask: separate parts that the frame cuts, beside a larger one that lies whole within it. A photo
 * of one dish often shows the edge of the next plate. Whole dishes stay together, and where the frame cuts the largest,
 * it may cut the others too.
 */
export function removeCutNeighbours(mask: SoftMask): SoftMask {
  const { labels, count } = labelComponents(thresholdMask(mask, MIN_ALPHA), 1)
  if (count < 2) return mask
  const cut = new Set(borderOf(mask).map((i) => labels[i]))
  cut.delete(0)
  const areas = componentAreas(labels, count).subarray(1)
  const all = areas.reduce((sum, area) => sum + area, 0)
  const main = Math.max(...areas)
  if (cut.size === 0 || main < MAIN_SHARE * all || cut.has(areas.indexOf(main) + 1)) return mask
  const gone = maskBits(labels.length, (i) => cut.has(labels[i]))
  const around = dilate({ ...mask, bits: gone }, SOFT_RIM).bits
  const alpha = mask.alpha.map((value, i) => (gone[i] || (around[i] && labels[i] === 0) ? 0 : value))
  return { ...mask, alpha }
}
