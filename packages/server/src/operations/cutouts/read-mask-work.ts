import { maskOfCutOut } from '@platelight/imaging/raster/masks/mask-of-cut-out.ts'
import { resizeMask } from '@platelight/imaging/raster/masks/resize-mask.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Work } from '../define-work.ts'
import { imageInput } from '../picture/image-input.ts'
import type { Size } from '../picture-size.ts'

/** Long side of a mask in this server. */
const LONGEST = 1_024
/** How far in pixels the shape of a cut-out may be from that of its photo, because sides were rounded. */
const ROUNDED = 2

/**
 * Reads what a provider delivered: a cut-out whose transparency is the mask, or a mask in grey.
 *
 * @param sent the size of the picture that the provider got
 * @returns one output of a byte per pixel, 0 (surroundings) to 255 (subject), row by row
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large` for anything else
 */
export const readMaskWork: Work<Size> = async ([file], sent, { limits }) => {
  if (!file) throw new Error('there is no cut-out to read')
  const known = { ...limits, maxPixels: (sent.width + ROUNDED) * (sent.height + ROUNDED) }
  const { width, height } = await imageInput.inspect(file, known)
  const scale = Math.max(width / sent.width, height / sent.height)
  if (width < scale * sent.width - ROUNDED || height < scale * sent.height - ROUNDED) {
    const message = `It has ${width}x${height} pixels, and the photo has ${sent.width}x${sent.height}.`
    throw new ServiceError('image_unreadable', message)
  }
  const mask = maskOfCutOut(await imageInput.decode(file, known))
  if (!mask) throw new ServiceError('image_unreadable', 'It is neither transparent nor a mask in grey.')
  const by = Math.min(1, LONGEST / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
  const bytes = await resizeMask(mask, size)
  return {
    outputs: [{ name: 'mask', bytes, ...size, mime: 'application/octet-stream', extension: 'raw' }],
    engine: 'local',
    faithfulness: 'faithful',
    warnings: [],
    recipe: {},
  }
}
