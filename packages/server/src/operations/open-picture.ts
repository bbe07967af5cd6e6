import { decode, type ImageInfo, type ImageLimits, inspect } from '../imaging/codec.ts'
import type { Credits } from '../imaging/exif.ts'
import type { Pixels } from '../imaging/pixels.ts'

/** A picture as work begins with it. */
export interface OpenPicture {
  readonly pixels: Pixels
  readonly credits: Credits
  readonly format: ImageInfo['format']
}

/**
 * Reads the header, lets `admit` refuse what it says, and decodes once.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, and what `admit` throws
 * @example const { pixels, credits } = await openPicture(photo, limits)
 */
export async function openPicture(
  bytes: Uint8Array | undefined,
  limits: ImageLimits,
  admit?: (source: ImageInfo) => void,
): Promise<OpenPicture> {
  if (!bytes) throw new Error('this work needs a picture')
  const source = await inspect(bytes, limits)
  admit?.(source)
  return { pixels: await decode(bytes, limits), credits: source.credits, format: source.format }
}
