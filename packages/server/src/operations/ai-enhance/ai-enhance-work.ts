import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import { lightDish } from '@platelight/imaging/retouch/light-dish.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { assessSubject } from '../picture/subject-warnings.ts'
import { writePicture } from '../picture/write-picture.ts'
import { type AiEnhanceParams, aiEnhance } from './ai-enhance-operation.ts'

/**
 * Corrects the light of one photo by its dish. Size and transparency stay the same.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const aiEnhanceWork: Work<AiEnhanceParams> = async ([photo], params, context) => {
  const { networks } = context
  const { subject: hint, format } = params
  const { pixels: decoded, credits } = await openPicture(photo, context, (source) =>
    aiEnhance.admit?.(params, [source]),
  )
  const pixels = format === 'jpeg' ? flattenAlpha(decoded) : decoded
  const subject = await findSubject(pixels, networks, hint)
  const { usable } = assessSubject(subject)
  const lighting = await lightDish(pixels, usable ? subject : undefined)
  return {
    outputs: [await writePicture(pixels, { format, credits, faithfulness: 'faithful' }, context)],
    engine: subject.engine,
    faithfulness: 'faithful',
    warnings: [],
    recipe: { ...lighting, subject: subjectRecord(subject, hint) },
  }
}
