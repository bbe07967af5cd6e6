import { fillHole } from '../patch-match/fill-hole.ts'
import { evenOut } from '../patch-match/poisson-blend.ts'
import type { Pixels } from '../raster/pixels.ts'
import { carryBack } from './apply-fill.ts'
import { type Marks, workCopy } from './working-copy.ts'

export interface Filled {
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
export function fillArea(pixels: Pixels, marks: Marks): Filled | undefined {
  const copy = workCopy(pixels, marks)
  if (!copy) return undefined
  const filling = fillHole(copy.canvas)
  carryBack(pixels, marks.hole, copy, filling && { from: filling.from, change: evenOut(filling) })
  return { by: filling ? 'patches' : 'soft', reduce: copy.reduce }
}
