import { type FoundBlur, removeBlur } from '@platelight/imaging/deblur/remove-blur.ts'
import type { Warning } from '@platelight/imaging/warning.ts'
import type { Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { writePicture } from '../picture/write-picture.ts'
import { type FixBlurParams, fixBlur } from './fix-blur-operation.ts'

/**
 * Removes the blur from one file. A photo that is already sharp keeps its pixels.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const fixBlurWork: Work<FixBlurParams> = async ([photo], params, context) => {
  const { pixels, credits } = await openPicture(photo, context, (source) => fixBlur.admit?.(params, [source]))
  const found = removeBlur(pixels)
  const faithfulness = 'faithful'
  return {
    outputs: [await writePicture(pixels, { format: params.format, credits, faithfulness }, context)],
    engine: fixBlur.engine as string,
    faithfulness,
    warnings: warningsOf(found),
    recipe: { quality: params.quality, found: found ?? null },
  }
}

const warningsOf = (found: FoundBlur): Warning[] => {
  if (!found) return [NOTHING_TO_TELL]
  if (found.unclear) return [NOT_UNDERSTOOD]
  return found.sharp ? [ALREADY_SHARP] : []
}

const ALREADY_SHARP = {
  code: 'already_sharp',
  message: 'The photo is already sharp and was not changed.',
}

const NOT_UNDERSTOOD = {
  code: 'blur_not_removable',
  message:
    'The photo is blurred, but how the camera or the dish moved could not be told, so nothing was changed. Take the photo again if you can.',
}

const NOTHING_TO_TELL = {
  code: 'blur_not_measured',
  message:
    'The picture was not changed, because it is smaller than 64 pixels on a side or has too little detail to measure its blur.',
}
