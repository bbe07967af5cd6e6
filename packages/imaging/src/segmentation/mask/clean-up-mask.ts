import { dilate, erode } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { type FilteredMask, filterComponents } from './component-filter.ts'

/** Radius, in pixels of the copy, in which a mask may be soft. Deeper inside it is opaque, farther outside it is empty. */
const SOFT_RADIUS = 3

/** A mask after clean-up. */
export interface CleanMask extends SoftMask {
  readonly filtered: FilteredMask
}

/**
 * Cleans up a mask as a network or colours give it. Specks go and holes close. The inside becomes opaque and the outside empty;
 * between them the mask stays as soft as it was.
 */
export function cleanUpMask(soft: SoftMask): CleanMask {
  const { width, height } = soft
  const filtered = filterComponents(soft)
  const deep = erode(filtered, SOFT_RADIUS).bits
  const near = dilate(filtered, SOFT_RADIUS).bits
  const alpha = soft.alpha.map((value, i) => (deep[i] ? 255 : near[i] ? value : 0))
  return { alpha, width, height, filtered }
}
