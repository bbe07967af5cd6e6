import sharp from 'sharp'
import { ImageError } from '../../image-error.ts'
import { freeMemory } from '../../raster/free-memory.ts'
import { type AcceptedFormat, formatName } from '../file/image-formats.ts'
import { DEFAULT_LIMITS, type ImageLimits, refuseTooLarge } from '../file/image-limits.ts'
import { describeHeif } from '../file/inspect-image.ts'
import { decodeHeif } from '../heif/decode-heif.ts'
import { namesAdobeRgb } from '../metadata/exif-reader.ts'
import { decodeLab, relabelLab } from './cielab-tiff.ts'
import { readConverted, readWithProfile, UnexpectedChannels } from './convert-to-srgb.ts'
import './libvips-loaders.ts'
import { profileOfAdobeRgb } from '../../colour/colour-profiles.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { sniffFormat } from '../file/sniff-format.ts'
import { profileOfPng } from './png-chunks.ts'
import { stripBeforeDecoding } from './strip-before-decoding.ts'

/** Colours that are described, but not by an embedded profile. */
const profileOutsideIcc = async (bytes: Uint8Array, format: AcceptedFormat) => {
  const { icc, exif, depth } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const figures = format === 'png' ? profileOfPng(bytes) : undefined
  const profile = figures ?? (icc === undefined && exif && namesAdobeRgb(exif) ? profileOfAdobeRgb() : undefined)
  return profile && { profile, bits: depth === 'uchar' ? (8 as const) : (16 as const) }
}

/**
 * Decodes once: upright, converted to sRGB through the embedded profile, 8 bits, RGB, or RGBA where anything is
 * actually transparent. Of an animation the first frame.
 *
 * @param limits as given to {@link inspect}, which must have let the file through
 * @throws ImageError `image_unreadable` when the file is cut off or damaged
 */
export const decodeImage = async (bytes: Uint8Array, limits: ImageLimits = DEFAULT_LIMITS): Promise<Pixels> => {
  const format = sniffFormat(bytes)
  try {
    const pixels = await read(bytes, format, limits)
    // What it was converted from is as large as the picture, and nobody holds it any more.
    freeMemory(pixels.data.length)
    return pixels
  } catch (cause) {
    if (cause instanceof ImageError) throw cause
    throw unreadable(format, cause)
  }
}

const read = async (bytes: Uint8Array, format: AcceptedFormat, limits: ImageLimits): Promise<Pixels> => {
  const { maxPixels } = limits
  if (format === 'avif' || format === 'heic') {
    const check = (width: number, height: number) => refuseTooLarge(width, height, limits)
    return decodeHeif(bytes, describeHeif(bytes, format), { maxPixels, check })
  }
  const lab = format === 'tiff' ? relabelLab(bytes) : undefined
  if (lab) return decodeLab(lab, maxPixels)
  const file = stripBeforeDecoding(bytes, format)
  const described = await profileOutsideIcc(file, format)
  if (!described) return readConverted(file, maxPixels)
  return readWithProfile(file, described.profile, { maxPixels, bits: described.bits })
}

const unreadable = (format: AcceptedFormat, cause: unknown): ImageError => {
  if (cause instanceof UnexpectedChannels) {
    return new ImageError(
      'unsupported_image',
      `The ${formatName(format)} file has ${cause.channels} channels, which no photo has. Save it as RGB and send that.`,
    )
  }
  const problem = cause instanceof Error ? cause.message : ''
  if (/^timeout/.test(problem)) {
    return new ImageError(
      'image_unreadable',
      `The ${formatName(format)} file takes too long to read; save it anew and send that.`,
    )
  }
  const what = /premature|truncated|end of (image|file|data|stream)|read error/i.test(problem) ? 'cut off' : 'damaged'
  return new ImageError('image_unreadable', `The ${formatName(format)} file is ${what} and cannot be read to its end.`)
}
