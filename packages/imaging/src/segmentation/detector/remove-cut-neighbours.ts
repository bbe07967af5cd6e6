import { bitsOfComponents, componentsAtBorder, findComponents } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
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
  const inside = thresholdMask(mask, MIN_ALPHA)
  const parts = findComponents(inside, 1)
  if (parts.count < 2) return mask
  const cut = componentsAtBorder(parts, mask)
  const areas = parts.areas.subarray(1)
  const all = areas.reduce((sum, area) => sum + area, 0)
  const main = Math.max(...areas)
  if (!cut.includes(1) || main < MAIN_SHARE * all || cut[areas.indexOf(main) + 1]) return mask
  const gone = bitsOfComponents(parts, cut, inside.bits.length)
  const around = dilate({ ...mask, bits: gone }, SOFT_RIM).bits
  const alpha = mask.alpha.map((value, i) => (gone[i] || (around[i] && !inside.bits[i]) ? 0 : value))
  return { ...mask, alpha }
}
