import { encode } from '../imaging/encode.ts'
import { enlarge, enlargedBands } from '../imaging/enlarge.ts'
import { flatten } from '../imaging/flatten.ts'
import { extensionOf, mimeOf } from '../imaging/formats.ts'
import { encodePngBands } from '../imaging/png-bands.ts'
import { openPicture } from './open-picture.ts'
import { type UpscaleParams, upscale } from './upscale.ts'
import type { Work } from './work.ts'

/**
 * Enlarges one file exactly 2x or 4x, in its own shape and with its transparency.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const upscaleWork: Work<UpscaleParams> = async ([photo], params, { limits }) => {
  const { scale } = params
  const { pixels: decoded, credits } = await openPicture(photo, limits, (source) => upscale.admit?.(params, [source]))
  const pixels = params.format === 'jpeg' ? flatten(decoded) : decoded
  const size = { width: pixels.width * scale, height: pixels.height * scale }
  const format = params.format ?? (pixels.channels === 4 ? 'png' : 'jpeg')
  const about = { credits, source: 'algorithmicallyEnhanced' } as const
  const file =
    format === 'png'
      ? await encodePngBands({ ...size, channels: pixels.channels }, enlargedBands(pixels, scale), about)
      : await encode(enlarge(pixels, scale), { format, ...about })
  return {
    images: [{ name: 'original', bytes: file, ...size, mime: mimeOf(format), extension: extensionOf(format) }],
    engine: upscale.engine,
    faithfulness: 'faithful',
    warnings: [NO_NEW_DETAIL],
    recipe: { scale },
  }
}

const NO_NEW_DETAIL = {
  code: 'no_new_detail',
  message:
    'This server has no detail model yet: the photo was resampled, which keeps its edges crisp and adds no detail.',
}
