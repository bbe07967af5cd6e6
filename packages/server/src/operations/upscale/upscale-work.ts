import { encodeImage } from '@platelight/imaging/codec/encode/encode-image.ts'
import { encodePngBands } from '@platelight/imaging/codec/encode/encode-png-bands.ts'
import { extensionOf, mimeOf } from '@platelight/imaging/codec/file/image-formats.ts'
import type { Network } from '@platelight/imaging/network-port.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { enlarge, enlargedBands } from '@platelight/imaging/raster/scaling/enlarge.ts'
import { joinBands } from '@platelight/imaging/raster/scaling/join-bands.ts'
import { superResolutionBands } from '@platelight/imaging/upscale/super-resolution-bands.ts'
import { planSuperResolution, type SuperResolutionPlan } from '@platelight/imaging/upscale/super-resolution-plan.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Step, Work, WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { type UpscaleParams, upscale } from './upscale-operation.ts'

/**
 * Enlarges one file exactly 2x or 4x. Shape and transparency stay the same.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const upscaleWork: Work<UpscaleParams> = async ([photo], params, context) => {
  const { scale } = params
  const { pixels: decoded, credits } = await openPicture(photo, { limits: context.limits }, (source) =>
    upscale.admit?.(params, [source]),
  )
  const pixels = params.format === 'jpeg' ? flattenAlpha(decoded) : decoded
  const size = { width: pixels.width * scale, height: pixels.height * scale }
  const format = params.format ?? (pixels.channels === 4 ? 'png' : 'jpeg')
  const about = { credits, source: 'algorithmicallyEnhanced' } as const
  const { engine, detail, warnings } = await chooseEngine(pixels, scale, context)
  const tiles = reportTiles(context)
  const bands = () =>
    detail ? superResolutionBands(pixels, scale, detail.plan, detail.network, tiles) : enlargedBands(pixels, scale)
  const whole = async () =>
    detail ? await joinBands({ ...size, channels: pixels.channels }, bands()) : enlarge(pixels, scale)
  const file =
    format === 'png'
      ? await encodePngBands({ ...size, channels: pixels.channels }, bands(), about)
      : await encodeImage(await whole(), { format, ...about })
  return {
    outputs: [{ name: 'original', bytes: file, ...size, mime: mimeOf(format), extension: extensionOf(format) }],
    engine,
    faithfulness: 'faithful',
    warnings,
    recipe: { scale, ...(detail && { shown: 1 / detail.plan.reduce }) },
  }
}

const reportTiles =
  ({ report }: WorkContext) =>
  (done: number, total: number) =>
    report?.({ current: done, total, status: `Enlarged ${done} of ${total} tiles` })

/** The same as a step between others on one picture, all of it in memory. */
export const upscaleStep: Step<Pick<UpscaleParams, 'scale'>> = async (pixels, { scale }, context) => {
  const { engine, detail, warnings } = await chooseEngine(pixels, scale, context)
  const size = { width: pixels.width * scale, height: pixels.height * scale, channels: pixels.channels }
  const larger = detail
    ? await joinBands(size, superResolutionBands(pixels, scale, detail.plan, detail.network, reportTiles(context)))
    : enlarge(pixels, scale)
  const recipe = { scale, ...(detail && { shown: 1 / detail.plan.reduce }) }
  return { pixels: larger, engine, faithfulness: 'faithful', warnings, recipe }
}

interface Choice {
  readonly engine: string
  /** Undefined when the picture is only resampled. */
  readonly detail?: { readonly network: Network; readonly plan: SuperResolutionPlan }
  readonly warnings: readonly Warning[]
}

async function chooseEngine(
  { width, height }: Pixels,
  scale: UpscaleParams['scale'],
  { limits, networks }: WorkContext,
): Promise<Choice> {
  const plan = planSuperResolution({ width, height }, scale, limits.maxDetailPixels)
  const shown = `${limits.maxDetailPixels / 1e6} megapixels (PLATELIGHT_UPSCALE_MAX_MEGAPIXELS)`
  // Requested only when it will be used, because the request loads it.
  const network = plan && (await networks.find('upscale'))
  if (!plan)
    return { engine: LANCZOS, warnings: [noNewDetail(`the detail model of this server accepts at most ${shown}`)] }
  if (!network) return { engine: LANCZOS, warnings: [noNewDetail('this server has no detail model')] }
  return {
    engine: network.engine,
    detail: { network, plan },
    warnings: plan.reduce === 1 ? [] : [detailOfHalf(shown)],
  }
}

const LANCZOS = 'lanczos'

const noNewDetail = (reason: string): Warning => ({
  code: 'no_new_detail',
  message: `The photo was resampled, which keeps its edges crisp and adds no detail: ${reason}.`,
})

const detailOfHalf = (shown: string): Warning => ({
  code: 'detail_reduced',
  message: `The detail model of this server accepts at most ${shown}. It worked on a copy of half the size, so it added less detail than to a smaller photo.`,
})
