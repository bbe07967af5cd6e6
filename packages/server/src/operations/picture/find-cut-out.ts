import { dishExtent } from '@platelight/imaging/hero/place-in-frame.ts'
import { type OutlinePlace, outlineRaggedness, RAGGED } from '@platelight/imaging/matting/outline-raggedness.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import { assessSubject } from './subject-warnings.ts'

/** The share of the picture above which there is hardly any background to remove. */
const WHOLE_PICTURE = 0.97

/**
 * Finds the subject to cut out, with warnings about it.
 *
 * @param hint what the caller says that the photo is of
 * @throws ServiceError `subject_not_found` when the dish cannot be told from its surroundings
 */
export async function findCutOut(
  pixels: Pixels,
  networks: Networks,
  hint: SubjectHint | undefined,
): Promise<{ subject: Subject; warnings: readonly Warning[] }> {
  const subject = await findSubject(pixels, networks, hint)
  const { separable, warnings } = assessSubject(subject)
  if (!separable) throw subjectNotFound(hint)
  const { amount, places } = outlineRaggedness(subject)
  const share = subject.alpha.reduce((sum, value) => sum + value, 0) / (255 * subject.alpha.length)
  return {
    subject,
    warnings: [
      ...warnings,
      ...(amount >= RAGGED ? [outlineRagged(places)] : []),
      ...(share > WHOLE_PICTURE ? [FILLS_THE_PICTURE] : []),
    ],
  }
}

/** What to say of a cut-out that ends in a straight edge, because the photo itself cuts the dish. */
export function cutByPhotoWarnings(subject: Subject): Warning[] {
  const { left, right, top, bottom } = dishExtent(subject)?.cut ?? {}
  const sides = Object.entries({ left, right, top, bottom }).flatMap(([side, isCut]) => (isCut ? [side] : []))
  return sides.length === 0 ? [] : [dishCut(sides)]
}

export const subjectNotFound = (hint: SubjectHint | undefined) =>
  new ServiceError('subject_not_found', hint ? NOT_FOUND_THERE : NOT_FOUND, { field: 'subject' })

const NOT_FOUND =
  'It is not clear which part of this photo is the dish, so it cannot be separated from its surroundings. Point it out with `subject`: a box around it, a point on it, or strokes over it. A photo in which the dish stands out helps, too.'
const NOT_FOUND_THERE =
  'The dish cannot be separated from its surroundings where `subject` points. Draw the box closely around the whole dish with its plate, or send a photo in which the dish stands out.'

const outlineRagged = (places: readonly OutlinePlace[]): Warning => {
  const where = places.length === 0 ? 'in several places' : `at its ${LIST.format(places)}`
  return {
    code: 'outline_ragged',
    message: `The outline that was found is uneven ${where}: something beside the dish may be left on it, or a piece of it may be missing or cut off. Check the result before you use it. A closer box in \`subject\`, or a photo in which the dish stands out, can give a better one.`,
  }
}

const dishCut = (sides: readonly string[]): Warning => ({
  code: 'dish_cut',
  message: `The photo does not show the whole dish: the cut-out has a straight edge at its ${LIST.format(sides)}. A photo of the whole dish gives a whole cut-out.`,
})

const LIST = new Intl.ListFormat('en')

const FILLS_THE_PICTURE: Warning = {
  code: 'dish_fills_photo',
  message: 'The dish fills the picture to its borders, so there was hardly any background to remove.',
}
