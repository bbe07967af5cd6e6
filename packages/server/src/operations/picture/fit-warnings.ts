import type { FittedPixels } from '@platelight/imaging/framing/fit/fit-pixels.ts'
import type { Warning } from '../../base/warning-codes.ts'

/** An enlargement above this looks soft. */
const MOST_SCALE = 2
/** A crop that shows a smaller share of the dish cuts more than its rim, whatever its outline was taken for. */
const SURELY_CUT = 0.9

/**
 * Says that a crop cuts the dish, or may do so.
 *
 * @param crop its name in a sentence, such as `square crop`
 * @param inside how much of the dish it shows, 0–1
 */
export const cutWarning = (crop: string, inside: number): Warning => ({
  code: 'dish_may_be_cut',
  message:
    inside < SURELY_CUT
      ? `The ${crop} shows about ${Math.round(100 * inside)} % of the dish: the photo has too little empty space around it. A photo of that shape would show all of it.`
      : `The ${crop} may cut into the dish, because the photo has too little empty space around it.`,
})

/**
 * What a caller should know of a picture that was brought to a shape: the dish may be cut, something was added beyond the
 * photo, something ends there, or the photo has too few pixels.
 *
 * @param crop the name of the crop in a sentence, such as `crop for Wolt`
 * @example warnings.push(...fitWarnings(await fitPixels(photo, { size }, networks)))
 */
export function fitWarnings(
  fit: Pick<FittedPixels, 'dishFound' | 'inside' | 'dishInside' | 'extended' | 'by' | 'crossed' | 'scale'>,
  crop = 'crop',
): Warning[] {
  const warnings: Warning[] = []
  const warn = (code: Warning['code'], message: string) => void warnings.push({ code, message })
  if (!fit.dishFound) warn('dish_not_found', 'No dish was found, so the middle of the photo was kept.')
  if (!fit.dishInside) warnings.push(cutWarning(crop, fit.inside))
  if (fit.extended) {
    warn(
      'background_extended',
      fit.by === 'soft'
        ? 'The dish did not fit, so a plain backdrop in the colours of the photo was added beyond its borders. Check that it looks natural.'
        : 'The dish did not fit, so the background was extended beyond the borders of the photo. Check that it looks natural.',
    )
  }
  if (fit.crossed) {
    warn(
      'border_crossed',
      'Something that the photo cuts at its border ends in the added backdrop. Check the result before you use it.',
    )
  }
  if (fit.scale > MOST_SCALE) {
    warn(
      'upscaled_more_than_2x',
      `The photo was enlarged ${fit.scale.toFixed(1)} times, so the result may look soft. A larger photo would be sharper.`,
    )
  }
  return warnings
}
