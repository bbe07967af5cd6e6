import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { LightSource } from '@platelight/imaging/relight/light-source.ts'
import { relightPhoto } from '@platelight/imaging/relight/relight-photo.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Step, Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { assessSubject } from '../picture/subject-warnings.ts'
import { writePicture } from '../picture/write-picture.ts'
import { type RelightParams, relight } from './relight-operation.ts'

/**
 * Lights one photo from another direction. Size and transparency stay the same.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const relightWork: Work<RelightParams> = async ([photo], params, context) => {
  const { direction, softness, warmth, strength, subject, format } = params
  const opened = await openPicture(photo, context, (source) => relight.admit?.(params, [source]))
  const given = format === 'jpeg' ? flattenAlpha(opened.pixels) : opened.pixels
  const { pixels, ...outcome } = await relightStep(given, { direction, softness, warmth, strength, subject }, context)
  const { credits } = opened
  return {
    ...outcome,
    outputs: [await writePicture(pixels, { format, credits, faithfulness: outcome.faithfulness }, context)],
  }
}

/** The same as a step between others on one picture, changed in place. */
export const relightStep: Step<LightSource & Pick<RelightParams, 'subject'>> = async (
  pixels,
  { subject: hint, ...lamp },
  { networks },
) => {
  const subject = await findSubject(pixels, networks, hint)
  const { usable, warnings } = assessSubject(subject)
  const lightWarnings = await relightPhoto(pixels, usable ? subject : undefined, lamp)
  return {
    pixels,
    engine: subject.engine,
    faithfulness: 'retouch',
    warnings: [...lightWarnings, ...(usable ? warnings : [])],
    recipe: { lamp, subject: subjectRecord(subject, hint) },
  }
}
