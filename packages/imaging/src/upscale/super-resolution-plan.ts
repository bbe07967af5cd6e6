import type { Size } from '../raster/geometry.ts'
import type { Scale } from '../raster/scaling/resample.ts'

/** How a network is used on one picture. */
export interface SuperResolutionPlan {
  /** 1 shows it the picture as it is, 2 a copy of half the size. */
  readonly reduce: 1 | 2
}

/**
 * Whether a network can enlarge a picture in time, told by its size alone, so that the same picture is always made the
 * same way. What is twice too large on a side is shown at half its size where the result is 2x: the network's 4x of that
 * is still the whole result, and what the copy lacks is put back from the picture.
 *
 * @param maxPixels how many pixels a network may be shown
 * @returns undefined where it would take too long
 */
export const planSuperResolution = (
  { width, height }: Size,
  scale: Scale,
  maxPixels: number,
): SuperResolutionPlan | undefined => {
  if (width * height <= maxPixels) return { reduce: 1 }
  return scale === 2 && width * height <= 4 * maxPixels ? { reduce: 2 } : undefined
}
