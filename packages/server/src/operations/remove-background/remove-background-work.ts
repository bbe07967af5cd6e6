import { encodePngBands } from '@platelight/imaging/codec/encode/encode-png-bands.ts'
import { cutOut, cutOutBands } from '@platelight/imaging/matting/cut-out.ts'
import { lightThatShows } from '@platelight/imaging/retouch/light-that-shows.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Step, Work } from '../define-work.ts'
import { cutByPhotoWarnings, findCutOut } from '../picture/find-cut-out.ts'
import { openPicture } from '../picture/open-picture.ts'
import { beginStage } from '../picture/progress-stages.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { SOURCE_TYPE } from '../picture/write-picture.ts'
import {
  type RemoveBackgroundDetails,
  type RemoveBackgroundParams,
  removeBackground,
} from './remove-background-operation.ts'

/**
 * Cuts the dish out of one photo. The result is a transparent PNG of the same size.
 *
 * @throws ServiceError `subject_not_found`, `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const removeBackgroundWork: Work<RemoveBackgroundParams, RemoveBackgroundDetails> = async (
  [photo],
  params,
  context,
) => {
  const { networks } = context
  const { shadow, subject: hint } = params
  const { pixels, credits } = await openPicture(photo, context, (source) => removeBackground.admit?.(params, [source]))
  const { subject, warnings } = await findCutOut(pixels, networks, hint)
  const light = await lightThatShows(pixels, subject)
  const { width, height } = pixels
  beginStage(context, 'Writing the result')
  const bytes = await encodePngBands({ width, height, channels: 4 }, await cutOutBands(pixels, subject, { shadow }), {
    credits,
    source: SOURCE_TYPE.retouch,
  })
  return {
    outputs: [{ name: 'original', bytes, width, height, mime: 'image/png', extension: 'png' }],
    engine: subject.engine,
    faithfulness: 'retouch',
    warnings: [...warnings, ...cutByPhotoWarnings(subject), ...(light.length > 0 ? [keptLight(light)] : [])],
    recipe: { shadow, subject: subjectRecord(subject, hint) },
    details: { format: 'png', confidence: subject.confidence },
  }
}

const keptLight = (light: readonly string[]): Warning => ({
  code: 'light_kept',
  message: `The cut-out keeps the light of the photo. ${light.join(' ')} Enhance the photo first, so that it looks right on white.`,
})

/** The same as a step between others on one picture. */
export const removeBackgroundStep: Step<Pick<RemoveBackgroundParams, 'subject'>> = async (
  pixels,
  { subject: hint },
  { networks },
) => {
  const { subject, warnings } = await findCutOut(pixels, networks, hint)
  return {
    pixels: await cutOut(pixels, subject),
    engine: subject.engine,
    faithfulness: 'retouch',
    warnings: [...warnings, ...cutByPhotoWarnings(subject)],
    recipe: subjectRecord(subject, hint),
  }
}
