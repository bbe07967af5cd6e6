import { cropToDish, dishBoxIn } from '@platelight/imaging/framing/crop-to-dish.ts'
import { isDishBlurred } from '@platelight/imaging/hero/dish-softness.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import { correctFaults, hasNoFaults } from '@platelight/imaging/retouch/correct-faults.ts'
import { darkenBackground } from '@platelight/imaging/retouch/darken-background.ts'
import { describeFaults, describeSetting } from '@platelight/imaging/retouch/describe-faults.ts'
import { nameClutter } from '@platelight/imaging/retouch/faults/name-clutter.ts'
import { levelPhoto } from '@platelight/imaging/retouch/faults/straighten.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { assessSubject, NOT_SEPARATED } from '../picture/subject-warnings.ts'
import { writePicture } from '../picture/write-picture.ts'
import { type SmartEditDetails, type SmartEditParams, smartEdit } from './smart-edit-operation.ts'

/** A photo is only cropped when it is clear which part is the dish. */
const SURE_ENOUGH_TO_CROP = 0.6

/**
 * Measures one photo, corrects its faults, and describes both.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const smartEditWork: Work<SmartEditParams, SmartEditDetails> = async ([photo], params, context) => {
  const { networks } = context
  const { format, separate_background, subject: hint } = params
  const { pixels: decoded, credits } = await openPicture(photo, context, (source) =>
    smartEdit.admit?.(params, [source]),
  )
  const given = format === 'jpeg' ? flattenAlpha(decoded) : decoded
  const seen = await findSubject(given, networks, hint)
  const { usable, separable, warnings: doubts } = assessSubject(seen)
  const sure = seen.confidence >= SURE_ENOUGH_TO_CROP
  const clutter = usable ? nameClutter(seen) : []
  const level = sure && given.channels === 3 ? await levelPhoto(given, seen) : undefined
  const { pixels, subject } = level ?? { pixels: given, subject: seen }
  const dish = sure ? dishBoxIn(subject, pixels) : undefined
  const crop = dish && cropToDish(pixels, dish)
  const blurred = usable && (await isDishBlurred(pixels, subject))
  const { recipe, findings } = await correctFaults(pixels, usable ? subject : undefined, { blurred })
  const { found, done } = describeFaults(findings)
  const isFaultless = found.length === 0
  const setting = describeSetting({ tilt: level?.tilt, straightened: level?.straightened ?? false, clutter })
  found.push(...setting.found)
  done.push(...setting.done)
  // What was measured is not all that a person sees: it says what was not found, and praises nothing.
  if (found.length === 0) found.push('No fault of light, colour or sharpness was found.')
  if (dish && crop) {
    found.push(`The dish takes only ${Math.round(100 * dish.share)} % of the picture.`)
    done.push(`Cropped to ${crop.width} x ${crop.height} pixels, closer to the dish, in the same shape.`)
  }
  const separated = separate_background && separable
  if (separated) {
    darkenBackground(pixels, subject)
    done.push('What is around the dish was made a little darker and paler; the dish was left as it is.')
  }
  if (hasNoFaults(findings)) {
    done.unshift(`${isFaultless ? 'Nothing needed mending: c' : 'C'}ontrast and detail were touched up very lightly.`)
  }
  const faithfulness = separated ? 'retouch' : 'faithful'
  return {
    outputs: [await writePicture(pixels, { format, credits, faithfulness, ...(crop && { crop }) }, context)],
    engine: subject.engine,
    faithfulness,
    warnings: [...(separate_background && !separable ? [NOT_SEPARATED] : []), ...(separated ? doubts : [])],
    recipe: { ...recipe, findings, tilt: level?.tilt, crop, subject: subjectRecord(subject, hint) },
    details: { found, done },
  }
}
