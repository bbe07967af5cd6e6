import { addNetworkDetail } from '@platelight/imaging/deblur/network-detail.ts'
import { type FoundBlur, removeBlur } from '@platelight/imaging/deblur/remove-blur.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Step, Work, WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { writePicture } from '../picture/write-picture.ts'
import { type FixBlurParams, fixBlur, isSmallEnough } from './fix-blur-operation.ts'

/**
 * Removes the blur from one file. A photo that is already sharp keeps its pixels.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const fixBlurWork: Work<FixBlurParams> = async ([photo], params, context) => {
  const { pixels, credits } = await openPicture(photo, context, (source) => fixBlur.admit?.(params, [source]))
  const blurred = params.quality === 'best' ? { ...pixels, data: Uint8Array.from(pixels.data) } : undefined
  const found = removeBlur(pixels)
  const refined = blurred ? await refine(pixels, blurred, found, context) : { warnings: [] }
  const faithfulness = 'faithful'
  return {
    outputs: [await writePicture(pixels, { format: params.format, credits, faithfulness }, context)],
    engine: refined.network ? `${fixBlur.engine}, ${refined.network}` : fixBlur.engine,
    faithfulness,
    warnings: [...warningsOf(found), ...refined.warnings],
    recipe: { quality: params.quality, found: found ?? null },
  }
}

/** The same at the quality `fast`, as a step between others on one picture, changed in place. */
export const fixBlurStep: Step<unknown> = async (pixels) => {
  const found = removeBlur(pixels)
  return {
    pixels,
    engine: fixBlur.engine,
    faithfulness: 'faithful',
    warnings: warningsOf(found),
    recipe: found ?? null,
  }
}

interface Refined {
  /** The network whose result was mixed in. */
  readonly network?: string
  readonly warnings: readonly Warning[]
}

/** Mixes in what the enlarging network makes of the result, in place and only where that is better. */
async function refine(
  deblurred: Pixels,
  blurred: Pixels,
  found: FoundBlur,
  { limits, networks, report }: WorkContext,
): Promise<Refined> {
  if (!found || found.sharp || found.unclear) return { warnings: [] }
  const { blur } = found
  if (blur.kind === 'shake') return standard('it cannot be told whether the detail model makes a shaken photo better')
  if (!isSmallEnough(blurred, limits.maxDetailPixels)) {
    const most = `${limits.maxDetailPixels / 1e6} megapixels (PLATELIGHT_UPSCALE_MAX_MEGAPIXELS)`
    return standard(`the detail model of this server accepts at most ${most}`)
  }
  const network = await networks.find('upscale')
  if (!network) return standard('this server has no detail model')
  const tiles = (done: number, total: number) =>
    report?.({ current: done, total, status: `Refined ${done} of ${total} tiles` })
  const isBetter = await addNetworkDetail(deblurred, blurred, blur, network, tiles)
  return isBetter ? { network: network.engine, warnings: [] } : standard('the detail model did not make it better')
}

const standard = (reason: string): Refined => ({
  warnings: [{ code: 'fast_instead_of_best', message: `The result is that of quality fast, because ${reason}.` }],
})

const warningsOf = (found: FoundBlur): Warning[] => {
  if (!found) return [NOTHING_TO_TELL]
  if (found.unclear) return [NOT_UNDERSTOOD]
  return found.sharp ? [ALREADY_SHARP] : []
}

const ALREADY_SHARP: Warning = {
  code: 'already_sharp',
  message: 'The photo is already sharp and was not changed.',
}

const NOT_UNDERSTOOD: Warning = {
  code: 'blur_not_removable',
  message:
    'The photo is blurred, but how the camera or the dish moved could not be told, so nothing was changed. Take the photo again if you can.',
}

const NOTHING_TO_TELL: Warning = {
  code: 'blur_not_measured',
  message:
    'The picture was not changed, because it is smaller than 64 pixels on a side or has too little detail to measure its blur.',
}
