import { fillHole } from '../patch-match/fill-hole.ts'
import { poissonBlend } from '../patch-match/poisson-blend.ts'
import type { Pixels } from '../raster/pixels.ts'
import { applyFill } from './apply-fill.ts'
import { createWorkingCopy, type FillMask } from './working-copy.ts'

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
