import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Box, Size } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import type { Warning } from '../../base/warning-codes.ts'
import { imageInput } from '../picture/image-input.ts'

/** Pictures whose shape differs by no more are stretched to the wanted size, which is not visible. */
const SAME_SHAPE = 0.02
/** Pictures are enlarged by no more without a word. */
const UNSEEN_ENLARGEMENT = 1.1

/** The part of a picture that is brought to a size, and what the reply says of that. */
export interface FitToSize {
  readonly crop: Box
  readonly warnings: readonly Warning[]
}

/** How the picture of a provider becomes one of another size: the middle in its shape, scaled. */
export function fitToSize(made: Size, wanted: Size): FitToSize {
  const crop = cropTo(made, wanted)
  const warnings: Warning[] = []
  if (crop.width < made.width || crop.height < made.height) warnings.push(cropped(made, wanted))
  if (wanted.width / crop.width > UNSEEN_ENLARGEMENT) warnings.push(enlarged(crop, wanted))
  return { crop, warnings }
}

/**
 * Reads the picture of a provider, as any picture, and brings it to a size.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export async function openMadePicture(
  bytes: Uint8Array | undefined,
  size: Size,
  limits: ImageLimits,
): Promise<{ readonly pixels: Pixels; readonly warnings: readonly Warning[] }> {
  if (!bytes) throw new Error('the picture of a provider is missing')
  const made = await imageInput.decode(bytes, limits)
  const { crop, warnings } = fitToSize(made, size)
  return { pixels: await resizeTo(made, size, crop), warnings }
}

/** The middle of a picture in the shape of a size; the whole picture if its shape is nearly that. */
function cropTo({ width, height }: Size, { width: wide, height: high }: Size): Box {
  const [is, wanted] = [width / height, wide / high]
  if (Math.abs(is / wanted - 1) <= SAME_SHAPE) return { left: 0, top: 0, width, height }
  const part =
    is > wanted
      ? { width: Math.max(1, Math.round(height * wanted)), height }
      : { width, height: Math.max(1, Math.round(width / wanted)) }
  return { left: (width - part.width) >> 1, top: (height - part.height) >> 1, ...part }
}

const sides = ({ width, height }: Size) => `${width} x ${height}`

const cropped = (made: Size, wanted: Size): Warning => ({
  code: 'model_size_cropped',
  message: `The model made ${sides(made)} pixels, which were cropped to the shape of ${sides(wanted)}.`,
})

const enlarged = (made: Size, wanted: Size): Warning => ({
  code: 'model_size_enlarged',
  message: `The model made no more than ${sides(made)} pixels, which were enlarged to ${sides(wanted)} without new detail.`,
})
