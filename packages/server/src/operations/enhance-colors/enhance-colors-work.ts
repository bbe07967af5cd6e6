import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import { makeAnalysisCopy } from '@platelight/imaging/raster/scaling/analysis-copy.ts'
import { applyVibrance } from '@platelight/imaging/retouch/vibrance.ts'
import type { Step, Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { writePicture } from '../picture/write-picture.ts'
import { type EnhanceColorsParams, enhanceColors } from './enhance-colors-operation.ts'

/** Corrects the colours and brightness of decoded pixels, in place. */
export const enhanceColorsStep: Step<Pick<EnhanceColorsParams, 'strength'>> = async (pixels, { strength }) => ({
  pixels,
  engine: enhanceColors.engine,
  faithfulness: 'faithful',
  warnings: [],
  recipe: applyVibrance(pixels, await makeAnalysisCopy(pixels), strength),
})

/**
 * Gives one photo livelier colours and, if it is dark, more light. Size and transparency stay the same.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const enhanceColorsWork: Work<EnhanceColorsParams> = async ([photo], params, context) => {
  const { format } = params
  const open = await openPicture(photo, context, (source) => enhanceColors.admit?.(params, [source]))
  const { pixels, ...outcome } = await enhanceColorsStep(
    format === 'jpeg' ? flattenAlpha(open.pixels) : open.pixels,
    params,
    context,
  )
  const { faithfulness } = outcome
  return { outputs: [await writePicture(pixels, { format, credits: open.credits, faithfulness }, context)], ...outcome }
}
