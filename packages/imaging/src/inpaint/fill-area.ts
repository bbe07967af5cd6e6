import { fillHole } from '../patch-match/fill-hole.ts'
import { poissonBlend } from '../patch-match/poisson-blend.ts'
import type { Pixels } from '../raster/pixels.ts'
import { applyFill } from './apply-fill.ts'
import { createWorkingCopy, type FillMask } from './working-copy.ts'

export interface FillResult {
  /** `patches` where texture was copied, `soft` where too little was known to copy. */
  readonly by: 'patches' | 'soft'
  /** How many times smaller the copy was on which was decided what goes where. */
  readonly reduce: number
}

/**
 * Fills an area of a picture from what is around it: texture goes on, light too, and no pixel outside the area changes.
 *
 * @param pixels changed in place
 * @param marks of the size of the picture
 * @returns undefined where nothing is to be filled
 */
export function fillArea(pixels: Pixels, marks: FillMask): FillResult | undefined {
  const copy = createWorkingCopy(pixels, marks)
  if (!copy) return undefined
  const filling = fillHole(copy.canvas)
  applyFill(pixels, marks.hole, copy, filling && { sources: filling.sources, change: poissonBlend(filling) })
  return { by: filling ? 'patches' : 'soft', reduce: copy.reduce }
}
