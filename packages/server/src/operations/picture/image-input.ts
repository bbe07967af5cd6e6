import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { readFileFacts } from '@platelight/imaging/codec/file/file-facts.ts'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { type ImageInfo, inspectImage } from '@platelight/imaging/codec/file/inspect-image.ts'
import { stripPadding } from '@platelight/imaging/codec/file/strip-padding.ts'
import { ImageError } from '@platelight/imaging/image-error.ts'
import { ServiceError } from '../../base/service-error.ts'

/** Turns refusals of a file into errors of the service. */
const translated = (error: unknown): unknown =>
  error instanceof ImageError ? new ServiceError(error.code, error.message) : error

/**
 * Reads files of callers. The whole server reads them through these functions.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const imageInput = {
  inspect: refusing(inspectOnce),
  decode: refusing(decodeImage),
  readFacts: refusing(readFileFacts),

  /** The file without what is not its picture. Whatever is stored passes here. */
  withoutPadding(bytes: Uint8Array): Uint8Array {
    try {
      return stripPadding(bytes)
    } catch (error) {
      throw translated(error)
    }
  },
}

function refusing<Parameters extends readonly unknown[], Result>(read: (...given: Parameters) => Promise<Result>) {
  return async (...given: Parameters): Promise<Result> => {
    try {
      return await read(...given)
    } catch (error) {
      throw translated(error)
    }
  }
}

/** What was found about bytes that are still there. A file is looked at when it comes in, and again when its work begins. */
const inspected = new WeakMap<Uint8Array, { readonly limits: ImageLimits; readonly info: Promise<ImageInfo> }>()

/** Inspects a file, whose bytes never change, once. */
function inspectOnce(bytes: Uint8Array, limits: ImageLimits): Promise<ImageInfo> {
  const known = inspected.get(bytes)
  if (known?.limits === limits) return known.info
  const info = inspectImage(bytes, limits)
  inspected.set(bytes, { limits, info })
  return info
}
