import { measureBlur } from '../deblur/measure-blur.ts'
import { lumaPlane } from '../deblur/remove-blur.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { extractDish } from './extract-dish.ts'
import { dishExtent } from './place-in-frame.ts'

/** Long side of the copy of a dish on which its sharpness is measured. */
const SIDE = 1024
/** A dish with a shorter long side is small, which shows more than its blur. */
const MIN_SIDE = 640
/** Softness from which a dish looks blurred; in focus it has 0.8. */
const BLURRY = 0.9

/**
 * The softness of a dish: the deviation of its Gaussian blur in pixels where it has 1,024 on its long side; 0 if it is too small
 * or too smooth to say.
 *
 * @param dish the part of a photo that holds it
 */
export const measureSoftness = async (dish: Pixels): Promise<number> =>
  Math.max(dish.width, dish.height) < MIN_SIDE
    ? 0
    : (measureBlur(lumaPlane(await makeAnalysisCopy(dish, SIDE)))?.softness ?? 0)

/** Whether a dish of that softness looks blurred. */
export const isBlurry = (softness: number): boolean => softness > BLURRY

/** Whether the dish of a photo looks blurred. Everything that speaks of blur asks this. */
export const isDishBlurred = async (pixels: Pixels, subject: Subject): Promise<boolean> => {
  const extent = dishExtent(subject)
  if (!extent) return false
  const { pixels: dish } = await extractDish(pixels, subject, extent, 1)
  return isBlurry(await measureSoftness(dish))
}
