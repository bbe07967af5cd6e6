import type { Size } from '../raster/geometry.ts'
import type { Scale } from '../raster/scaling/resample.ts'

/** How a picture is given to a super-resolution network. */
export interface SuperResolutionPlan {
  /** 1 for the picture as it is, 2 for a copy of half the size. */
  readonly reduce: 1 | 2
}

/**
 * Decides whether a network can enlarge a picture in time. The decision depends on the size alone and never on the clock, so
 * the same picture is always enlarged in the same way. A picture of up to four times the limit is reduced to half its size
 * for a 2x result: 4x of that is still the whole result, and back projection restores what the copy lacks.
 *
 * @param maxPixels most pixels that a network is given
 * @returns undefined if it would take too long
 */
export const planSuperResolution = (
  { width, height }: Size,
  scale: Scale,
  maxPixels: number,
): SuperResolutionPlan | undefined => {
  if (width * height <= maxPixels) return { reduce: 1 }
  return scale === 2 && width * height <= 4 * maxPixels ? { reduce: 2 } : undefined
}
