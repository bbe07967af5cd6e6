import type { ImageInfo } from '@platelight/imaging/codec/file/inspect-image.ts'
import type { Credits } from '@platelight/imaging/codec/metadata/exif-reader.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { WorkContext } from '../define-work.ts'
import { imageInput } from './image-input.ts'
import { beginStage } from './progress-stages.ts'

/** A decoded picture, ready for work. */
export interface OpenPicture {
  readonly pixels: Pixels
  readonly credits: Credits
  readonly format: ImageInfo['format']
}

/**
 * Reports that work starts, reads the header, lets `admit` refuse the picture by its header, and decodes it.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, and errors of `admit`
 * @example const { pixels, credits } = await openPicture(photo, context)
 */
export async function openPicture(
  bytes: Uint8Array | undefined,
  context: Pick<WorkContext, 'limits' | 'report'>,
  admit?: (source: ImageInfo) => void,
): Promise<OpenPicture> {
  if (!bytes) throw new Error('this work needs a picture')
  const { limits } = context
  beginStage(context, 'Reading the photo')
  const source = await imageInput.inspect(bytes, limits)
  admit?.(source)
  const pixels = await imageInput.decode(bytes, limits)
  beginStage(context, 'Working on the photo')
  return { pixels, credits: source.credits, format: source.format }
}
